import { REMINDER_MAIL } from '../../../core/people/invites/jobs.ts'
import { invitationContent } from '../../mail/invitation-mail.ts'
import { mailJob } from '../../mail/mail-job.ts'

/** Mails a reminder of an invitation that expires soon. */
export const mailInvitationReminderJob = mailJob(REMINDER_MAIL, { load: invitationContent })
