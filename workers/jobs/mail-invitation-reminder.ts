import { REMINDER_MAIL } from '../../core/people/invites/jobs.ts'
import { invitationLetter } from '../mail/invitation-mail.ts'
import { mailJob } from '../mail/mail-job.ts'

/** Reminds an address of an invitation that soon expires. */
export const mailInvitationReminderJob = mailJob(REMINDER_MAIL, { load: invitationLetter })
