import type { InvitationId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { writeAudit } from '../../state/audit/write.ts'
import type { Caller } from '../../state/caller.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { alreadyRevoked, noSuchInvitation } from './errors.ts'
import type { Invitation } from './invitation.ts'
import { requireCanManage } from './permissions.ts'
import { auditRow, endInvitation, findInvitation } from './store.ts'

/**
 * Revokes an invitation of an address. Throws when it is no longer usable, and when the caller may not manage
 * it.
 */
export async function revokeInvitation(caller: Caller, id: InvitationId): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    const invitation = await findPending(tx, realm, actor, id)
    await endInvitation(tx, realm, invitation, 'revoked')
    writeAudit(tx, actor.id, [auditRow('removed', invitation)])
  })
}

/**
 * Revokes a reusable link (spec.md DELETE /invites/multiuse/{invite_id}). Throws when it is revoked already,
 * and when the caller may not manage it.
 */
export async function revokeReusableLink(caller: Caller, id: InvitationId): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    const link = await findManaged(tx, realm, actor, id, 'link')
    if (link.ended !== null) throw alreadyRevoked()
    await endInvitation(tx, realm, link, 'revoked')
    writeAudit(tx, actor.id, [auditRow('removed', link)])
  })
}

/**
 * Finds an invitation of an address. Throws when it is no longer usable, and when the actor may not manage
 * it.
 */
export async function findPending(
  tx: Tx,
  realm: RealmState,
  actor: UserRecord,
  id: InvitationId,
): Promise<Invitation> {
  const invitation = await findManaged(tx, realm, actor, id, 'address')
  if (invitation.ended !== null || invitation.isExpired) throw noSuchInvitation()
  return invitation
}

/** Finds an invitation by id and kind. Throws when there is none, and when the actor may not manage it. */
async function findManaged(
  tx: Tx,
  realm: RealmState,
  actor: UserRecord,
  id: InvitationId,
  kind: 'address' | 'link',
): Promise<Invitation> {
  const invitation = await findInvitation(tx, realm, id)
  if (invitation === undefined || (invitation.email === null) !== (kind === 'link')) throw noSuchInvitation()
  requireCanManage(actor, invitation)
  return invitation
}
