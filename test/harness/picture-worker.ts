import { pino } from 'pino'
import { loadConfig, requireRuntime } from '../../config/environment.ts'
import { openCore } from '../../core/open-core.ts'
import { BullSink } from '../../core/platform/jobs/sink.ts'
import { PictureDecoder } from '../../storage/images/decoder.ts'
import { openStorage } from '../../storage/open-storage.ts'
import { makeThumbnailsJob } from '../../workers/jobs/make-thumbnails.ts'
import { JobWorker } from '../../workers/running/worker.ts'
import { compiled } from './spawn.ts'

/**
 * A worker process that makes thumbnails. It treats another worker as dead after one second without a sign of
 * life.
 */
const config = requireRuntime(loadConfig())
const log = pino({ level: config.logLevel })
const sink = new BullSink(config.redisUrl)
const core = await openCore(config, log, sink)
const decoder = new PictureDecoder({ program: compiled('storage/images/decoder-process.js') })
const worker = new JobWorker(core, log, sink, { ...config, lockMs: 1_000 })
await worker.start([makeThumbnailsJob(await openStorage(config), decoder)])
process.send?.({ ready: true })
