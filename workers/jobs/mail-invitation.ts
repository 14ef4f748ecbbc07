import { INVITATION_MAIL } from '../../core/people/invites/jobs.ts'
import { invitationLetter } from '../mail/invitation-mail.ts'
import { mailJob } from '../mail/mail-job.ts'

/** Invites an address (spec.md POST /invites). */
export const mailInvitationJob = mailJob(INVITATION_MAIL, { load: invitationLetter })
