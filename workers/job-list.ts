import type { RuntimeConfig } from '../config/environment.ts'
import type { BullSink } from '../core/platform/jobs/sink.ts'
import type { PublicNetwork } from '../core/platform/net/public-network.ts'
import type { PictureDecoder } from '../storage/images/decoder.ts'
import type { Storage } from '../storage/storage.ts'
import type { Job } from './define-job.ts'
import { countTrafficJob } from './jobs/count-traffic.ts'
import { deleteExportsJob } from './jobs/delete-exports.ts'
import { deleteFilesJob } from './jobs/delete-files.ts'
import { deliverPushJob } from './jobs/deliver-push.ts'
import { deliverScheduledJob } from './jobs/deliver-scheduled.ts'
import { deliverWebhookJob } from './jobs/deliver-webhook.ts'
import { enqueueDigestsJob } from './jobs/enqueue-digests.ts'
import { expireMessagesJob } from './jobs/expire-messages.ts'
import { exportRealmJob } from './jobs/export-realm.ts'
import { fillNewestMessagesJob } from './jobs/fill-newest-messages.ts'
import { findNewMessagesJob } from './jobs/find-new-messages.ts'
import { forgetFailedJob } from './jobs/forget-failed.ts'
import { forgetLinksJob } from './jobs/forget-links.ts'
import { forgetMailJob } from './jobs/forget-mail.ts'
import { forgetPreviewsJob } from './jobs/forget-previews.ts'
import { forgetSentJob } from './jobs/forget-sent.ts'
import { gatherMissedMessagesJob } from './jobs/gather-missed-messages.ts'
import { keepPushJob } from './jobs/keep-push.ts'
import { mailAccountDeactivatedJob } from './jobs/mail-account-deactivated.ts'
import { mailConfirmEmailChangeJob } from './jobs/mail-confirm-email-change.ts'
import { mailConfirmToJoinJob } from './jobs/mail-confirm-to-join.ts'
import { mailDigestJob } from './jobs/mail-digest.ts'
import { mailEmailChangedJob } from './jobs/mail-email-changed.ts'
import { mailIdleUsersJob } from './jobs/mail-idle-users.ts'
import { mailInvitationJob } from './jobs/mail-invitation.ts'
import { mailInvitationReminderJob } from './jobs/mail-invitation-reminder.ts'
import { mailMissedMessagesJob } from './jobs/mail-missed-messages.ts'
import { mailNewLoginJob } from './jobs/mail-new-login.ts'
import { mailPasswordChangedJob } from './jobs/mail-password-changed.ts'
import { mailPasswordResetJob } from './jobs/mail-password-reset.ts'
import { makeThumbnailsJob } from './jobs/make-thumbnails.ts'
import { notifyOfEditJob } from './jobs/notify-of-edit.ts'
import { notifyOfNewMessagesJob } from './jobs/notify-of-new-messages.ts'
import { previewLinksJob } from './jobs/preview-links.ts'
import { promoteFullMembersJob } from './jobs/promote-full-members.ts'
import { removeUploadsJob } from './jobs/remove-uploads.ts'
import { runEmbeddedBotJob } from './jobs/run-embedded-bot.ts'
import { savePresenceJob } from './jobs/save-presence.ts'
import { showPicturesJob } from './jobs/show-pictures.ts'
import { trimEventLogJob } from './jobs/trim-event-log.ts'
import type { Mailer } from './mail/mailer.ts'
import type { PushServices } from './push/open.ts'

/** The services that jobs use besides `Core`. */
export interface JobServices {
  readonly config: RuntimeConfig
  readonly sink: BullSink
  readonly storage: Storage
  readonly network: PublicNetwork
  readonly decoder: PictureDecoder
  readonly mailer: Mailer
  readonly push: PushServices
}

/** All jobs of a worker. A new job is a file of `workers/jobs/` and a line here. */
export function allJobs(services: JobServices): readonly Job[] {
  const { config, sink, storage, network, decoder, mailer, push } = services
  return [
    enqueueDigestsJob(config),
    countTrafficJob,
    deleteExportsJob,
    deleteFilesJob(storage),
    deliverPushJob(push),
    deliverScheduledJob,
    deliverWebhookJob(network),
    expireMessagesJob,
    exportRealmJob(storage),
    fillNewestMessagesJob,
    findNewMessagesJob(sink),
    forgetFailedJob,
    forgetLinksJob,
    forgetMailJob,
    forgetPreviewsJob,
    forgetSentJob,
    gatherMissedMessagesJob(config),
    keepPushJob(push),
    mailAccountDeactivatedJob(mailer),
    mailConfirmEmailChangeJob(mailer),
    mailConfirmToJoinJob(mailer),
    mailDigestJob(mailer),
    mailEmailChangedJob(mailer),
    mailInvitationJob(mailer),
    mailInvitationReminderJob(mailer),
    mailMissedMessagesJob(mailer),
    mailNewLoginJob(mailer),
    mailPasswordChangedJob(mailer),
    mailPasswordResetJob(mailer),
    mailIdleUsersJob,
    makeThumbnailsJob(storage, decoder),
    notifyOfEditJob,
    notifyOfNewMessagesJob,
    previewLinksJob(network),
    promoteFullMembersJob,
    removeUploadsJob,
    runEmbeddedBotJob,
    savePresenceJob,
    showPicturesJob,
    trimEventLogJob,
  ]
}
