import { closeOnSignal, configOrExit } from '../config/process.ts'
import { Core } from '../core/core.ts'
import { migrate } from '../core/db/migrate.ts'
import { processLog } from '../core/log.ts'
import { PublicNetwork } from '../core/net/public-network.ts'
import { BullSink } from '../queues/sink.ts'
import { openStorage } from '../storage/open.ts'
import { countTrafficJob } from './jobs/count-traffic.ts'
import { deleteFilesJob } from './jobs/delete-files.ts'
import { deliverScheduledJob } from './jobs/deliver-scheduled.ts'
import { deliverWebhookJob } from './jobs/deliver-webhook.ts'
import { forgetSentJob } from './jobs/forget-sent.ts'
import { notifyOfEditJob } from './jobs/notify-of-edit.ts'
import { removeUploads } from './jobs/remove-uploads.ts'
import { savePresenceJob } from './jobs/save-presence.ts'
import { trimEventLog } from './jobs/trim-event-log.ts'
import { NotificationIntake } from './notifications/intake.ts'
import { JobWorker } from './worker.ts'

const config = configOrExit()
const log = processLog('worker', config.logLevel)
await migrate(config.databaseUrl)
const sink = new BullSink(config.redisUrl)
const core = await Core.open(config, log, sink)
const storage = await openStorage(config)
const network = new PublicNetwork(config.allowedPrivateAddresses)
const worker = new JobWorker(core, log, sink, config.redisUrl)
await worker.start([
  deliverScheduledJob,
  deliverWebhookJob(network),
  trimEventLog,
  savePresenceJob,
  countTrafficJob,
  forgetSentJob,
  deleteFilesJob(storage),
  removeUploads,
  notifyOfEditJob,
])
const intake = new NotificationIntake(core, log)
intake.start()
process.send?.({ ready: true })

closeOnSignal(async () => {
  await intake.stop()
  await worker.stop()
  await network.close()
  storage.close()
  await core.close()
  await sink.close()
})
