import { raw } from '@mikro-orm/core'
import { databaseTime } from '../../platform/db/database-time.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { InvitationId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { type AuditRow, writeAudit } from '../../state/audit/write.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { Role, UserRecord } from '../../state/users/record.ts'
import { Invitation as InvitationRow } from './entities.ts'
import { emitInvitesChanged } from './event.ts'
import { type Invitation, type Invite, invitationOf } from './invitation.ts'

// A statement, because the index is on an expression.
const END_OF_ADDRESS = statement(
  'invitation.end-of-address',
  // invitation_email
  `UPDATE invitation SET ended = 'revoked', ended_at = clock_timestamp()
   WHERE realm_id = $1 AND lower(email) = lower($2) AND ended IS NULL RETURNING inviter_id AS inviter`,
)

const PENDING_OF_ADDRESS = statement(
  'invitation.pending-of-address',
  // invitation_email
  `SELECT id FROM invitation WHERE realm_id = $1 AND lower(email) = lower($2) AND ended IS NULL
     AND (expires_at IS NULL OR expires_at > clock_timestamp())
   ORDER BY id DESC LIMIT 1`,
)

/** The newest invitation of an address that can still be used. The organization is locked. */
export async function pendingInvitationOf(
  tx: Tx,
  realm: RealmState,
  email: string,
): Promise<Invitation | undefined> {
  const [row] = await tx.run<{ id: InvitationId }>(PENDING_OF_ADDRESS, [realm.id, email])
  return row && findInvitation(tx, realm, row.id)
}

/** Stores an invitation for each address; null for a reusable link. */
export async function createInvitations(
  tx: Tx,
  inviter: UserRecord,
  given: Invite & { readonly notifyInviter: boolean },
  addresses: readonly (string | null)[],
): Promise<Invitation[]> {
  const invitedAt = await databaseTime(tx.em)
  const { validMinutes } = given
  const common = {
    realmId: tx.realm,
    inviterId: inviter.id,
    role: given.role,
    channelIds: [...given.channels],
    groupIds: [...given.groups],
    withDefaultChannels: given.withDefaultChannels,
    notifyInviter: given.notifyInviter,
    welcomeText: given.welcomeText,
    invitedAt,
    validMinutes,
    expiresAt: expiryOf(invitedAt, validMinutes),
    mailedOn: dayOf(invitedAt),
    mails: 1,
    ended: null,
  }
  const rows = addresses.map((email) => tx.em.create(InvitationRow, { ...common, email }))
  await tx.em.flush() // gives each row its id, which `insertMany` returns for the first row alone
  const made = rows.map((row) => invitationOf(row, invitedAt))
  writeAudit(
    tx,
    inviter.id,
    made.map((invitation) => auditRow('created', invitation)),
  )
  return made
}

/** An invitation in the audit log. The name of a reusable link is empty. */
export const auditRow = (action: 'created' | 'removed', { id, email, role }: Invitation): AuditRow => ({
  kind: 'invitation',
  action,
  id,
  name: email ?? '',
  [action === 'created' ? 'after' : 'before']: { role },
})

/** The UTC day of a time, as `mailedOn` has it. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

/** When an invitation that is mailed at `invitedAt` expires; null for never. */
export const expiryOf = (invitedAt: Date, validMinutes: number | null): Date | null =>
  validMinutes === null ? null : new Date(invitedAt.getTime() + validMinutes * 60_000)

/**
 * Finds an invitation or reusable link in any state; undefined when the organization has none with this id.
 */
export async function findInvitation(
  tx: Tx,
  realm: RealmState,
  id: InvitationId,
): Promise<Invitation | undefined> {
  const row = await tx.em.findOne(InvitationRow, { id, realmId: realm.id })
  return row === null ? undefined : invitationOf(row, await databaseTime(tx.em))
}

/**
 * Ends an invitation and emits the change, in the caller's transaction, which has locked the organization.
 */
export async function endInvitation(
  tx: Tx,
  realm: RealmState,
  { id, inviter }: Pick<Invitation, 'id' | 'inviter'>,
  how: 'used' | 'revoked',
): Promise<void> {
  await tx.em.nativeUpdate(InvitationRow, { id }, { ended: how, endedAt: raw('clock_timestamp()') })
  emitInvitesChanged(tx, realm, [inviter])
}

/**
 * Revokes the invitations of people who may no longer invite: all of them, or those to roles above `above`.
 * Emits the change.
 */
export async function revokeOffersOf(
  tx: Tx,
  realm: RealmState,
  inviters: readonly UserId[],
  above: Role | 'all' = 'all',
): Promise<void> {
  const offers = {
    inviterId: { $in: [...inviters] },
    ended: null,
    ...(above !== 'all' && { role: { $lt: above } }),
  }
  const rows = await tx.em.find(InvitationRow, offers, { disableIdentityMap: true })
  if (rows.length === 0) return
  await tx.em.nativeUpdate(InvitationRow, offers, { ended: 'revoked', endedAt: raw('clock_timestamp()') })
  emitInvitesChanged(tx, realm, new Set(rows.map((row) => row.inviterId)))
}

/** Revokes the invitations of an address that now has an account. Emits the change. */
export async function endInvitationsOf(tx: Tx, realm: RealmState, address: string): Promise<void> {
  const rows = await tx.run<{ inviter: UserId }>(END_OF_ADDRESS, [realm.id, address])
  emitInvitesChanged(tx, realm, new Set(rows.map((row) => row.inviter)))
}
