import { z } from 'zod'
import type { InvitationId, JoinRequestId, RealmId } from '../../platform/ids.ts'
import { type DataOf, declareJob, idSchema } from '../../platform/jobs/declare-job.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Invitation } from './invitation.ts'

const queue = 'invitations'
const data = z.object({
  realm: idSchema<RealmId>(),
  id: idSchema<InvitationId>(),
  /** The number of the mail: a reminder is obsolete when the invitation was sent again meanwhile. */
  mail: z.int(),
})

/**
 * Mails an invitation, for the first time or again. The job reads the rest when it runs, and makes the link
 * then.
 */
export const INVITATION_MAIL = declareJob({ queue, name: 'invitation', data })
/** Reminds of an invitation that has not been used. */
export const REMINDER_MAIL = declareJob({ queue, name: 'invitation-reminder', data })
export type InvitationMail = DataOf<typeof INVITATION_MAIL>

/** Mails an address a link to confirm that it wants to join. */
export const CONFIRMATION_MAIL = declareJob({
  queue,
  name: 'confirm-to-join',
  data: z.object({ realm: idSchema<RealmId>(), id: idSchema<JoinRequestId>() }),
})

/** People are reminded this long before their invitation expires, if it is valid for twice as long. */
const REMINDER_SECONDS = 2 * 24 * 3600

/** Enqueues the mail of an invitation, and its reminder. */
export function enqueueInvitation(
  tx: Tx,
  { id, mails, invitedAt, expiresAt }: Pick<Invitation, 'id' | 'mails' | 'invitedAt' | 'expiresAt'>,
): void {
  const job: InvitationMail = { realm: tx.realm, id, mail: mails }
  tx.enqueue(INVITATION_MAIL, job)
  if (expiresAt === null || expiresAt - invitedAt < 2 * REMINDER_SECONDS) return
  tx.enqueue(REMINDER_MAIL, job, { at: expiresAt - REMINDER_SECONDS })
}

export function enqueueConfirmation(tx: Tx, id: JoinRequestId): void {
  tx.enqueue(CONFIRMATION_MAIL, { realm: tx.realm, id })
}
