import { raw } from '@mikro-orm/core'
import { type Sql, statement } from '../../platform/db/statement.ts'
import type { Tx } from '../../platform/db/transact.ts'
import type { InvitationId, UserId } from '../../platform/ids.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { Role, UserRecord } from '../../state/users/record.ts'
import { Invitation as InvitationRow } from './entities.ts'
import { emitInvitesChanged } from './event.ts'
import { INVITATION_COLUMNS, type Invitation, type Invite } from './invitation.ts'

const CREATE = statement(
  'invitation.create',
  `INSERT INTO invitation (realm_id, inviter_id, email, role, channel_ids, group_ids, with_default_channels,
     notify_inviter, welcome_text, valid_minutes, expires_at)
   SELECT $1, $2, email, $4, $5, $6, $7, $8, $9, $10, clock_timestamp() + make_interval(mins => $10)
   FROM unnest($3::text[]) AS email
   RETURNING ${INVITATION_COLUMNS}`,
)

// invitation_pkey
const FIND = statement(
  'invitation.find',
  `SELECT ${INVITATION_COLUMNS} FROM invitation WHERE id = $1 AND realm_id = $2`,
)
// invitation_inviter
const END_OF_INVITERS = statement(
  'invitation.end-of-inviters',
  `UPDATE invitation SET ended = 'revoked', ended_at = clock_timestamp()
   WHERE inviter_id = ANY ($1) AND role < $2 AND ended IS NULL RETURNING inviter_id AS inviter`,
)
// invitation_email
const END_OF_ADDRESS = statement(
  'invitation.end-of-address',
  `UPDATE invitation SET ended = 'revoked', ended_at = clock_timestamp()
   WHERE realm_id = $1 AND lower(email) = lower($2) AND ended IS NULL RETURNING inviter_id AS inviter`,
)

/** Stores an invitation for each address; null for a reusable link. */
export async function createInvitations(
  tx: Tx,
  inviter: UserRecord,
  given: Invite & { readonly notifyInviter: boolean },
  addresses: readonly (string | null)[],
): Promise<Invitation[]> {
  return tx.run<Invitation>(CREATE, [
    tx.realm,
    inviter.id,
    addresses,
    given.role,
    given.channels,
    given.groups,
    given.withDefaultChannels,
    given.notifyInviter,
    given.welcomeText,
    given.validMinutes,
  ])
}

/**
 * Finds an invitation or reusable link in any state; undefined when the organization has none with this id.
 */
export async function findInvitation(
  sql: Sql,
  realm: RealmState,
  id: InvitationId,
): Promise<Invitation | undefined> {
  return (await sql.run<Invitation>(FIND, [id, realm.id]))[0]
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
 * Emits as `endInvitation`.
 */
export async function revokeOffersOf(
  tx: Tx,
  realm: RealmState,
  inviters: readonly UserId[],
  above: Role | 'all' = 'all',
): Promise<void> {
  const rows = await tx.run<{ inviter: UserId }>(END_OF_INVITERS, [
    inviters,
    above === 'all' ? 32_767 : above,
  ])
  emitInvitesChanged(tx, realm, new Set(rows.map((row) => row.inviter)))
}

/** Revokes the invitations of an address that now has an account. Emits as `endInvitation`. */
export async function endInvitationsOf(tx: Tx, realm: RealmState, address: string): Promise<void> {
  const rows = await tx.run<{ inviter: UserId }>(END_OF_ADDRESS, [realm.id, address])
  emitInvitesChanged(tx, realm, new Set(rows.map((row) => row.inviter)))
}
