import { INVITATION_MAIL, type InvitationMail } from '../../core/invites/jobs.ts'
import { invitationLetter } from '../mail/invitation-letter.ts'
import { mailJob } from '../mail/mail-job.ts'

/** Invites an address (spec.md POST /invites). */
export const mailInvitation = mailJob<InvitationMail>({ ...INVITATION_MAIL, load: invitationLetter })
