import { type InvitationMail, REMINDER_MAIL } from '../../core/people/invites/jobs.ts'
import { invitationLetter } from '../mail/invitation-mail.ts'
import { mailJob } from '../mail/mail-job.ts'

/** Reminds an address of an invitation that soon expires. */
export const mailInvitationReminder = mailJob<InvitationMail>({ ...REMINDER_MAIL, load: invitationLetter })
