import type { Tx } from '../../platform/db/transact.ts'
import type { InvitationId, JoinRequestId, RealmId } from '../../platform/ids.ts'
import type { Invitation } from './invitation.ts'

const QUEUE = 'invitations'

/** An invitation is to be mailed, for the first time or again; a reminder of it when that has not been used. */
export const INVITATION_MAIL = { queue: QUEUE, name: 'invitation' } as const
export const REMINDER_MAIL = { queue: QUEUE, name: 'invitation-reminder' } as const
/** An address is to confirm that it wants to join. */
export const CONFIRMATION_MAIL = { queue: QUEUE, name: 'confirm-to-join' } as const

/** What the worker is told: it looks for the rest when it sends, and makes the link then. */
export interface InvitationMail {
  readonly realm: RealmId
  readonly id: InvitationId
  /** Which mail of the invitation it is: a reminder of one that was sent again meanwhile is out of date. */
  readonly mail: number
}

export interface ConfirmationMail {
  readonly realm: RealmId
  readonly id: JoinRequestId
}

/** People are reminded this long before their invitation expires, if it is valid for twice as long. */
const REMINDER_SECONDS = 2 * 24 * 3600

/** Asks for the mail of an invitation, and for its reminder. */
export function enqueueInvitation(
  tx: Tx,
  { id, mails, invitedAt, expiresAt }: Pick<Invitation, 'id' | 'mails' | 'invitedAt' | 'expiresAt'>,
): void {
  const job: InvitationMail = { realm: tx.realm, id, mail: mails }
  tx.enqueue(INVITATION_MAIL.queue, INVITATION_MAIL.name, job)
  if (expiresAt === null || expiresAt - invitedAt < 2 * REMINDER_SECONDS) return
  tx.enqueue(REMINDER_MAIL.queue, REMINDER_MAIL.name, job, expiresAt - REMINDER_SECONDS)
}

export function enqueueConfirmation(tx: Tx, id: JoinRequestId): void {
  const job: ConfirmationMail = { realm: tx.realm, id }
  tx.enqueue(CONFIRMATION_MAIL.queue, CONFIRMATION_MAIL.name, job)
}
