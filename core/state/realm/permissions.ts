import { ApiError } from '../../platform/errors.ts'
import { isPermitted, REALM_PERMISSIONS } from '../groups/permission-settings.ts'
import type { UserRecord } from '../users/record.ts'
import type { RealmView } from './view.ts'

/** Whether the organization's setting gives the user its permission. */
export const hasInRealm = (
  realm: RealmView,
  user: UserRecord,
  name: keyof typeof REALM_PERMISSIONS,
): boolean => isPermitted(realm, REALM_PERMISSIONS[name], realm.record.settings[name], user)

export const mustBe = (role: 'administrator' | 'owner') =>
  new ApiError(`Must be an organization ${role}`, { code: 'UNAUTHORIZED_PRINCIPAL' })
