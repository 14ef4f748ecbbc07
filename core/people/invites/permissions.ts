import { hasInRealm, requireAdministrator, requireOwner } from '../../state/realm/permissions.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { isAdministrator, Role, type UserRecord } from '../../state/users/record.ts'
import type { Invitation } from './invitation.ts'

export const canInvite = (realm: RealmView, user: UserRecord): boolean =>
  hasInRealm(realm, user, 'can_invite_users_group')

export const canMakeReusableLinks = (realm: RealmView, user: UserRecord): boolean =>
  hasInRealm(realm, user, 'create_multiuse_invite_group')

/** spec.md POST /invites: to a role that is equal to one's own, or more restricted. */
export const canInviteAs = (user: UserRecord, role: Role): boolean => role >= user.role

/** Everyone sees one's own invitations, administrators all. */
export const canSeeInvitation = (user: UserRecord, invitation: Pick<Invitation, 'inviter'>): boolean =>
  isAdministrator(user) || invitation.inviter === user.id

/** Whoever has a reusable link may join by it: nobody is shown one to a role above one's own, but who made it. */
export const canSeeLink = (
  user: UserRecord,
  { inviter, role }: Pick<Invitation, 'inviter' | 'role'>,
): boolean => inviter === user.id || canInviteAs(user, role)

/** Throws unless the user may revoke it and send it again: one's own, administrators all, of owners the owners. */
export function checkManages(
  user: UserRecord,
  { inviter, role }: Pick<Invitation, 'inviter' | 'role'>,
): void {
  if (inviter === user.id) return
  if (role === Role.owner) requireOwner(user)
  requireAdministrator(user)
}
