import { INVITATION_MAIL } from '../../../core/people/invites/jobs.ts'
import { invitationContent } from '../../mail/invitation-mail.ts'
import { mailJob } from '../../mail/mail-job.ts'

/** Mails an invitation (spec.md POST /invites). */
export const mailInvitationJob = mailJob(INVITATION_MAIL, { load: invitationContent })
