import { ApiError } from '../errors.ts'
import type { RealmView } from '../realm/view.ts'
import { canAccessUser } from './permissions.ts'
import type { UserRecord } from './record.ts'

/** The user with this id or e-mail address, active or not. Throws; ask through `realm.firmly`. */
export function findUser(realm: RealmView, named: number | string): UserRecord {
  const user = typeof named === 'number' ? realm.users.get(named) : realm.users.byEmail(named.trim())
  if (user === undefined || user.isSystemBot) throw new ApiError('No such user')
  return user
}

/** As `findUser`; whom the reader may not know of is nobody. */
export function findAccessibleUser(realm: RealmView, reader: UserRecord, named: number | string): UserRecord {
  const user = findUser(realm, named)
  if (!canAccessUser(realm, realm.users.get(reader.id) ?? reader, user)) throw new ApiError('No such user')
  return user
}

/** Several users a request acts on, each once. Throws as `findUser`, and when one is deactivated. */
export function findActiveUsers(realm: RealmView, named: readonly (number | string)[]): UserRecord[] {
  const users = new Set(named.map((one) => findUser(realm, one)))
  for (const user of users) if (!user.isActive) throw new ApiError('User is deactivated')
  return [...users]
}
