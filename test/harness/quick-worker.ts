import { pino } from 'pino'
import { loadConfig, requireRuntime } from '../../config/environment.ts'
import { openCore } from '../../core/open-core.ts'
import { BullSink } from '../../core/platform/jobs/sink.ts'
import { PublicNetwork } from '../../core/platform/net/public-network.ts'
import { openStorage } from '../../storage/open-storage.ts'
import { announceHistoryJob } from '../../workers/jobs/announce-history.ts'
import { continueHistoryJob } from '../../workers/jobs/continue-history.ts'
import { mailAccountDeactivatedJob } from '../../workers/jobs/mails/mail-account-deactivated.ts'
import { mailMissedMessagesJob } from '../../workers/jobs/mails/mail-missed-messages.ts'
import { deliverPushJob } from '../../workers/jobs/notifications/deliver-push.ts'
import { findNewMessagesJob } from '../../workers/jobs/notifications/find-new-messages.ts'
import { gatherMissedMessagesJob } from '../../workers/jobs/notifications/gather-missed-messages.ts'
import { notifyOfNewMessagesJob } from '../../workers/jobs/notifications/notify-of-new-messages.ts'
import { Mailer } from '../../workers/mail/mailer.ts'
import { openAppPush, openWebPush } from '../../workers/push/open.ts'
import { JobWorker } from '../../workers/running/worker.ts'

/**
 * A worker process that treats another worker as dead after one second without a sign of life; the product
 * waits for half a minute. Tests start it with `spawnQuickWorker`.
 */
const config = requireRuntime(loadConfig())
const log = pino({ level: config.logLevel })
const sink = new BullSink(config.redisUrl)
const core = await openCore(config, log, sink)
const worker = new JobWorker(core, log, sink, { ...config, lockMs: 1_000 })
const network = new PublicNetwork(config.allowedPrivateAddresses)
const push = deliverPushJob({
  ...(await openAppPush(config)),
  web: await openWebPush(core, network, config),
})
const mailer = new Mailer(config, 1)
await worker.start([
  announceHistoryJob,
  continueHistoryJob(await openStorage(config), config),
  mailAccountDeactivatedJob(mailer),
  mailMissedMessagesJob(mailer),
  gatherMissedMessagesJob(config),
  findNewMessagesJob(sink),
  notifyOfNewMessagesJob,
  push,
])
process.send?.({ ready: true })
