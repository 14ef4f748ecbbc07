import { REALM_PERMISSIONS } from '../groups/permission-settings.ts'
import { mustBeAdministrator, mustBeOwner } from '../realm/errors.ts'
import type { RealmView } from '../realm/view.ts'
import { isAdministrator, isOwner, type UserRecord } from '../users/record.ts'
import { isPermitted } from './permission-setting.ts'

/** Whether the organization's setting gives the user its permission. */
export const hasInRealm = (
  realm: RealmView,
  user: UserRecord,
  name: keyof typeof REALM_PERMISSIONS,
): boolean => isPermitted(realm, REALM_PERMISSIONS[name], realm.record.settings[name], user)

/** Throws `mustBeAdministrator` unless the user is an administrator or an owner. */
export function requireAdministrator(user: UserRecord): void {
  if (!isAdministrator(user)) throw mustBeAdministrator()
}

/** Throws `mustBeOwner` unless the user is an owner. */
export function requireOwner(user: UserRecord): void {
  if (!isOwner(user)) throw mustBeOwner()
}
