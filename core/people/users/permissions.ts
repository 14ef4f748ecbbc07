import type { RealmView } from '../../state/realm/view.ts'
import { isAdministrator, type UserRecord } from '../../state/users/record.ts'
import { avatarChangesDisabled } from './errors.ts'

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
