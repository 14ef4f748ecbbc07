import type { RuntimeConfig } from '../config/environment.ts'
import type { BullSink } from '../core/platform/jobs/sink.ts'
import type { PublicNetwork } from '../core/platform/net/public-network.ts'
import type { PictureDecoder } from '../storage/images/decoder.ts'
import type { Storage } from '../storage/storage.ts'
import { announceHistoryJob } from './jobs/announce-history.ts'
import { continueHistoryJob } from './jobs/continue-history.ts'
import { deliverScheduledJob } from './jobs/deliver-scheduled.ts'
import { deliverWebhookJob } from './jobs/deliver-webhook.ts'
import { erasePersonJob } from './jobs/erase-person.ts'
import { exportPersonJob } from './jobs/export-person.ts'
import { exportRealmJob } from './jobs/export-realm.ts'
import { enqueueDigestsJob } from './jobs/mails/enqueue-digests.ts'
import { mailAccountDeactivatedJob } from './jobs/mails/mail-account-deactivated.ts'
import { mailAccountsMergedJob } from './jobs/mails/mail-accounts-merged.ts'
import { mailConfirmEmailChangeJob } from './jobs/mails/mail-confirm-email-change.ts'
import { mailConfirmToJoinJob } from './jobs/mails/mail-confirm-to-join.ts'
import { mailDigestJob } from './jobs/mails/mail-digest.ts'
import { mailEmailChangedJob } from './jobs/mails/mail-email-changed.ts'
import { mailExportFinishedJob } from './jobs/mails/mail-export-finished.ts'
import { mailHistoryArrivedJob } from './jobs/mails/mail-history-arrived.ts'
import { mailIdleUsersJob } from './jobs/mails/mail-idle-users.ts'
import { mailImportedPersonJob } from './jobs/mails/mail-imported-person.ts'
import { mailInvitationJob } from './jobs/mails/mail-invitation.ts'
import { mailInvitationReminderJob } from './jobs/mails/mail-invitation-reminder.ts'
import { mailMissedMessagesJob } from './jobs/mails/mail-missed-messages.ts'
import { mailNewLoginJob } from './jobs/mails/mail-new-login.ts'
import { mailOrganizationCreatedJob } from './jobs/mails/mail-organization-created.ts'
import { mailOrganizationDeactivatedJob } from './jobs/mails/mail-organization-deactivated.ts'
import { mailPasswordChangedJob } from './jobs/mails/mail-password-changed.ts'
import { mailPasswordResetJob } from './jobs/mails/mail-password-reset.ts'
import { mailSecondFactorChangedJob } from './jobs/mails/mail-second-factor-changed.ts'
import { makeThumbnailsJob } from './jobs/make-thumbnails.ts'
import { mergeAccountsJob } from './jobs/merge-accounts.ts'
import { deliverPushJob } from './jobs/notifications/deliver-push.ts'
import { findNewMessagesJob } from './jobs/notifications/find-new-messages.ts'
import { gatherMissedMessagesJob } from './jobs/notifications/gather-missed-messages.ts'
import { keepPushJob } from './jobs/notifications/keep-push.ts'
import { notifyOfEditJob } from './jobs/notifications/notify-of-edit.ts'
import { notifyOfNewMessagesJob } from './jobs/notifications/notify-of-new-messages.ts'
import { previewLinksJob } from './jobs/preview-links.ts'
import { runEmbeddedBotJob } from './jobs/run-embedded-bot.ts'
import { showPicturesJob } from './jobs/show-pictures.ts'
import { abortUploadsJob } from './jobs/upkeep/abort-uploads.ts'
import { clearStatusesJob } from './jobs/upkeep/clear-statuses.ts'
import { countTrafficJob } from './jobs/upkeep/count-traffic.ts'
import { countUsageJob } from './jobs/upkeep/count-usage.ts'
import { deleteExportsJob } from './jobs/upkeep/delete-exports.ts'
import { deleteFilesJob } from './jobs/upkeep/delete-files.ts'
import { deleteRealmsJob } from './jobs/upkeep/delete-realms.ts'
import { endKeysJob } from './jobs/upkeep/end-keys.ts'
import { expireMessagesJob } from './jobs/upkeep/expire-messages.ts'
import { fillNewestMessagesJob } from './jobs/upkeep/fill-newest-messages.ts'
import { forgetAuditJob } from './jobs/upkeep/forget-audit.ts'
import { forgetFailedJob } from './jobs/upkeep/forget-failed.ts'
import { forgetLinksJob } from './jobs/upkeep/forget-links.ts'
import { forgetMailJob } from './jobs/upkeep/forget-mail.ts'
import { forgetPreviewsJob } from './jobs/upkeep/forget-previews.ts'
import { forgetSentJob } from './jobs/upkeep/forget-sent.ts'
import { listWordsJob } from './jobs/upkeep/list-words.ts'
import { promoteFullMembersJob } from './jobs/upkeep/promote-full-members.ts'
import { removeUploadsJob } from './jobs/upkeep/remove-uploads.ts'
import { savePresenceJob } from './jobs/upkeep/save-presence.ts'
import { synchronizeDirectoriesJob } from './jobs/upkeep/synchronize-directories.ts'
import { tidyHistoryImportsJob } from './jobs/upkeep/tidy-history-imports.ts'
import { tidyPersonTasksJob } from './jobs/upkeep/tidy-person-tasks.ts'
import { trimEventLogJob } from './jobs/upkeep/trim-event-log.ts'
import type { Mailer } from './mail/mailer.ts'
import type { PushServices } from './push/open.ts'
import type { Job } from './running/define-job.ts'

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
    abortUploadsJob(storage),
    announceHistoryJob,
    enqueueDigestsJob(config),
    clearStatusesJob,
    continueHistoryJob(storage, config),
    countTrafficJob,
    countUsageJob,
    deleteExportsJob,
    deleteFilesJob(storage),
    deleteRealmsJob,
    deliverPushJob(push),
    deliverScheduledJob,
    deliverWebhookJob(network),
    endKeysJob,
    expireMessagesJob,
    erasePersonJob,
    exportPersonJob(storage),
    exportRealmJob(storage),
    fillNewestMessagesJob,
    mergeAccountsJob,
    findNewMessagesJob(sink),
    forgetAuditJob(config),
    forgetFailedJob,
    forgetLinksJob,
    forgetMailJob,
    forgetPreviewsJob,
    forgetSentJob,
    gatherMissedMessagesJob(config),
    keepPushJob(push),
    listWordsJob,
    mailAccountDeactivatedJob(mailer),
    mailAccountsMergedJob(mailer),
    mailConfirmEmailChangeJob(mailer),
    mailConfirmToJoinJob(mailer),
    mailDigestJob(mailer),
    mailEmailChangedJob(mailer),
    mailHistoryArrivedJob(mailer),
    mailImportedPersonJob(mailer),
    mailInvitationJob(mailer),
    mailInvitationReminderJob(mailer),
    mailMissedMessagesJob(mailer),
    mailNewLoginJob(mailer),
    mailExportFinishedJob(mailer),
    mailOrganizationCreatedJob(mailer),
    mailOrganizationDeactivatedJob(mailer),
    mailPasswordChangedJob(mailer),
    mailSecondFactorChangedJob(mailer),
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
    synchronizeDirectoriesJob(storage, decoder),
    tidyHistoryImportsJob,
    tidyPersonTasksJob,
    trimEventLogJob,
  ]
}
