import { hasInRealm, requireAdministrator, requireOwner } from '../../state/access/realm-permissions.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { isAdministrator, Role, type UserRecord } from '../../state/users/record.ts'
import type { Invitation } from './invitation.ts'

export const canInvite = (realm: RealmView, user: UserRecord): boolean =>
  hasInRealm(realm, user, 'can_invite_users_group')

export const canMakeReusableLinks = (realm: RealmView, user: UserRecord): boolean =>
  hasInRealm(realm, user, 'create_multiuse_invite_group')

/**
 * Whether the user may invite people to the role: the user's own, or one with fewer permissions (spec.md POST
 * /invites).
 */
export const canInviteAs = (user: UserRecord, role: Role): boolean => role >= user.role

/** Administrators see all invitations, others their own. */
export const canSeeInvitation = (user: UserRecord, invitation: Pick<Invitation, 'inviter'>): boolean =>
  isAdministrator(user) || invitation.inviter === user.id

/**
 * Whether the user may see a reusable link. It lets everybody who has it join, so only its creator sees one
 * to a higher role.
 */
export const canSeeLink = (
  user: UserRecord,
  { inviter, role }: Pick<Invitation, 'inviter' | 'role'>,
): boolean => inviter === user.id || canInviteAs(user, role)

/**
 * Throws unless the user may revoke and resend the invitation: its inviter, an owner, or an administrator
 * when it does not invite to the role of owner.
 */
export function requireCanManage(
  user: UserRecord,
  { inviter, role }: Pick<Invitation, 'inviter' | 'role'>,
): void {
  if (inviter === user.id) return
  if (role === Role.owner) requireOwner(user)
  requireAdministrator(user)
}
