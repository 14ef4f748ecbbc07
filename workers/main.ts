import { closeOnSignal, exitOnConfigError, exitWithSupervisor, loadConfigOrExit } from '../config/process.ts'
import { openCore } from '../core/open-core.ts'
import { migrate } from '../core/platform/db/migrate.ts'
import { BullSink } from '../core/platform/jobs/sink.ts'
import { processLog } from '../core/platform/log.ts'
import { PublicNetwork } from '../core/platform/net/public-network.ts'
import { Reporter } from '../core/platform/processes/reporter.ts'
import { reachServers } from '../core/platform/reach-servers.ts'
import { PictureDecoder } from '../storage/images/decoder.ts'
import { openStorage } from '../storage/open-storage.ts'
import { askForDigestsJob } from './jobs/ask-for-digests.ts'
import { countTrafficJob } from './jobs/count-traffic.ts'
import { deleteExportsJob } from './jobs/delete-exports.ts'
import { deleteFilesJob } from './jobs/delete-files.ts'
import { deliverPushJob } from './jobs/deliver-push.ts'
import { deliverScheduledJob } from './jobs/deliver-scheduled.ts'
import { deliverWebhookJob } from './jobs/deliver-webhook.ts'
import { expireMessagesJob } from './jobs/expire-messages.ts'
import { exportRealmJob } from './jobs/export-realm.ts'
import { forgetFailedJob } from './jobs/forget-failed.ts'
import { forgetLinksJob } from './jobs/forget-links.ts'
import { forgetMail } from './jobs/forget-mail.ts'
import { forgetPreviewsJob } from './jobs/forget-previews.ts'
import { forgetSentJob } from './jobs/forget-sent.ts'
import { gatherMissedMessages } from './jobs/gather-missed-messages.ts'
import { keepPushJob } from './jobs/keep-push.ts'
import { mailAccountDeactivated } from './jobs/mail-account-deactivated.ts'
import { mailConfirmEmailChange } from './jobs/mail-confirm-email-change.ts'
import { mailConfirmToJoin } from './jobs/mail-confirm-to-join.ts'
import { mailDigest } from './jobs/mail-digest.ts'
import { mailEmailChanged } from './jobs/mail-email-changed.ts'
import { mailInvitation } from './jobs/mail-invitation.ts'
import { mailInvitationReminder } from './jobs/mail-invitation-reminder.ts'
import { mailMissedMessages } from './jobs/mail-missed-messages.ts'
import { mailNewLogin } from './jobs/mail-new-login.ts'
import { mailPasswordChanged } from './jobs/mail-password-changed.ts'
import { mailPasswordReset } from './jobs/mail-password-reset.ts'
import { mailThoseWhoLeftJob } from './jobs/mail-those-who-left.ts'
import { makeThumbnailsJob } from './jobs/make-thumbnails.ts'
import { notifyOfEditJob } from './jobs/notify-of-edit.ts'
import { previewLinksJob } from './jobs/preview-links.ts'
import { promoteFullMembersJob } from './jobs/promote-full-members.ts'
import { removeUploads } from './jobs/remove-uploads.ts'
import { runEmbeddedBotJob } from './jobs/run-embedded-bot.ts'
import { savePresenceJob } from './jobs/save-presence.ts'
import { showPicturesJob } from './jobs/show-pictures.ts'
import { trimEventLog } from './jobs/trim-event-log.ts'
import { Mailer } from './mail/mailer.ts'
import { NotificationIntake } from './notifications/intake.ts'
import { openPushServices } from './push/open.ts'
import { watchEventLoop } from './watchdog.ts'
import { JobWorker } from './worker.ts'

const STUCK_AFTER_MS = 60_000

const config = loadConfigOrExit()
const push = await exitOnConfigError(openPushServices(config))
const log = processLog('worker', config.logLevel)
exitWithSupervisor()
await exitOnConfigError(reachServers(config, (line) => log.warn(line)))
await migrate(config.databaseUrl, log)
const sink = new BullSink(config.redisUrl)
const core = await openCore(config, log, sink)
const storage = await openStorage(config)
const network = new PublicNetwork(config.allowedPrivateAddresses)
const decoder = new PictureDecoder()
const mailer = new Mailer(config)
const worker = new JobWorker(core, log, sink, config)
await worker.start([
  deliverScheduledJob,
  deliverWebhookJob(network),
  runEmbeddedBotJob,
  trimEventLog,
  savePresenceJob,
  countTrafficJob,
  promoteFullMembersJob,
  forgetSentJob,
  forgetFailedJob,
  expireMessagesJob,
  forgetLinksJob,
  deleteFilesJob(storage),
  makeThumbnailsJob(storage, decoder),
  showPicturesJob,
  previewLinksJob(network),
  forgetPreviewsJob,
  removeUploads,
  notifyOfEditJob,
  mailThoseWhoLeftJob,
  deliverPushJob(push),
  keepPushJob(push),
  exportRealmJob(storage),
  deleteExportsJob,
  forgetMail,
  mailAccountDeactivated(mailer),
  mailConfirmEmailChange(mailer),
  mailEmailChanged(mailer),
  mailPasswordChanged(mailer),
  mailPasswordReset(mailer),
  mailNewLogin(mailer),
  mailMissedMessages(mailer),
  gatherMissedMessages(config),
  mailDigest(mailer),
  askForDigestsJob(config),
  mailInvitation(mailer),
  mailInvitationReminder(mailer),
  mailConfirmToJoin(mailer),
])
const intake = new NotificationIntake(core, log)
intake.start()
const reporter = new Reporter(core, 'worker', async () => ({
  work: worker.figures.lately(config.workerQueues),
  series: await worker.figures.series(),
}))
reporter.start()
const unwatch = watchEventLoop(STUCK_AFTER_MS)
process.send?.({ ready: true })
log.info({ queues: config.workerQueues }, 'the worker is ready')

closeOnSignal(async () => {
  await intake.stop()
  await worker.stop()
  await reporter.stop()
  await unwatch()
  await network.close()
  push.apns?.close()
  decoder.close()
  mailer.close()
  storage.close()
  await core.close()
  await sink.close()
})
