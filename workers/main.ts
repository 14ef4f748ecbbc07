import { configOrExit } from '../config/process.ts'
import { Core } from '../core/core.ts'
import { processLog } from '../core/log.ts'
import { BullSink } from '../queues/sink.ts'
import { trimEventLog } from './jobs/trim-event-log.ts'
import { JobWorker } from './worker.ts'

const config = configOrExit()
const log = processLog('worker', config.logLevel)
const sink = new BullSink(config.redisUrl)
const core = await Core.open(config, log, sink)
const worker = new JobWorker(core, log, sink, config.redisUrl)
await worker.start([trimEventLog])
process.send?.({ ready: true })

/** What has not ended by then is cut off. */
const STOP_DEADLINE_MS = 15_000

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref()
  await worker.stop()
  await core.close()
  await sink.close()
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.on('disconnect', stop)
