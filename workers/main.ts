import { pino } from 'pino'
import { configOrExit } from '../config/process.ts'
import { Core } from '../core/core.ts'
import { BullSink } from '../queues/sink.ts'
import { trimEventLog } from './jobs/trim-event-log.ts'
import { JobWorker } from './worker.ts'

const config = configOrExit()
const log = pino({ level: config.logLevel, base: { process: 'worker', pid: process.pid } })
const sink = new BullSink(config.redisUrl)
const core = await Core.open(config, log, sink)
const worker = new JobWorker(core, log, sink, config.redisUrl)
await worker.start([trimEventLog])
process.send?.({ ready: true })

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  await worker.stop()
  await core.close()
  await sink.close()
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.on('disconnect', stop)
