import { pino } from 'pino'
import { loadConfig, requireRuntime } from '../../config/environment.ts'
import { Gateway } from '../../gateway/gateway.ts'

/**
 * A gateway that kills its own process after the COMMIT of its n-th transaction and before the append to the
 * stream. The environment variable DIE_AFTER_COMMITS sets n. Tests start it with `spawnFaultyGateway`.
 */
const config = requireRuntime(loadConfig())
let left = Number(process.env.DIE_AFTER_COMMITS)
const gateway = await Gateway.open(config, pino({ level: config.logLevel }), {
  afterCommit: async () => {
    left--
    if (left > 0) return
    process.kill(process.pid, 'SIGKILL')
    await new Promise(() => undefined) // Waits for the signal.
  },
})
const port = await gateway.listen(config.port, config.host)
process.send?.({ ready: true, port })
