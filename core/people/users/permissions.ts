import { insufficientPermission } from '../../platform/errors.ts'
import { mustBeOwner } from '../../state/realm/errors.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { canCreateUsers } from '../../state/users/permissions.ts'
import { isAdministrator, isOwner, Role, type UserRecord } from '../../state/users/record.ts'
import { avatarChangesDisabled, cannotCreateUsers, guestAdministrator } from './errors.ts'

/**
 * Throws when the organization does not let people change their avatars and the caller is not an
 * administrator.
 */
export function checkCanChangeAvatar({ record, users }: RealmView, caller: UserRecord): void {
  const user = users.get(caller.id) ?? caller
  if (record.settings.avatar_changes_disabled && !isAdministrator(user)) throw avatarChangesDisabled()
}

/** Whether the user may change the user's own name. */
export const canChangeName = (realm: RealmView, user: UserRecord): boolean =>
  !realm.record.settings.name_changes_disabled || isAdministrator(user)

/** Throws unless the actor may give the user this role (spec.md "Authentication"). */
export function checkRoleChange(actor: UserRecord, user: UserRecord, role: Role): void {
  if (!isAdministrator(actor)) throw insufficientPermission()
  if ((role === Role.owner || isOwner(user)) && !isOwner(actor)) throw mustBeOwner()
  if (user.role === Role.guest && role <= Role.administrator) {
    throw guestAdministrator()
  }
}

/** Throws unless the caller may create accounts for other people. */
export function checkCanCreateAccounts({ users }: RealmView, caller: UserRecord): void {
  if (!canCreateUsers(users.get(caller.id) ?? caller)) throw cannotCreateUsers()
}
