import { configOrExit } from '../config/process.ts'
import { processLog } from '../core/log.ts'
import { Gateway } from './gateway.ts'

const config = configOrExit()
const log = processLog('gateway', config.logLevel)
const gateway = await Gateway.open(config, log)
const port = await gateway.listen(config.port, config.host)
process.send?.({ ready: true, port })

/** What has not ended by then is cut off. */
const STOP_DEADLINE_MS = 15_000

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref()
  await gateway.close()
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.on('disconnect', stop)
