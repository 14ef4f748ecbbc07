import { pino } from 'pino'
import { loadConfig, requireRuntime } from '../../config/environment.ts'
import { Gateway } from '../../gateway/gateway.ts'

/**
 * A gateway that kills its own process between COMMIT and the append to the stream of its n-th transaction,
 * n being DIE_AFTER_COMMITS. Started with `spawnFaultyGateway`.
 */
const config = requireRuntime(loadConfig())
let left = Number(process.env.DIE_AFTER_COMMITS)
const gateway = await Gateway.open(config, pino({ level: config.logLevel }), {
  afterCommit: async () => {
    left--
    if (left > 0) return
    process.kill(process.pid, 'SIGKILL')
    await new Promise(() => undefined) // The signal is on its way: go no further.
  },
})
const port = await gateway.listen(config.port, config.host)
process.send?.({ ready: true, port })
