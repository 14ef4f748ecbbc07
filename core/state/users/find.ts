import { insufficientPermission } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import type { RealmView } from '../realm/view.ts'
import { dummyAddress } from './email.ts'
import { noSuchUser, userIsDeactivated } from './errors.ts'
import { canAccessUser, canAdministerUser, canSeeRealEmail } from './permissions.ts'
import type { UserRecord } from './record.ts'

/**
 * Who is meant by an address in a path: `user<user_id>@<realm_host>` means that id, whatever the user's address and
 * whoever may see it (spec.md "Authentication", target by email); any other text is an address.
 */
export function idOrAddress(realm: RealmView, rootUrl: string, text: string): number | string {
  const id = Number(/^\s*user(\d{1,10})@/i.exec(text)?.[1])
  const isDummy = text.trim().toLowerCase() === dummyAddress(realm.record, rootUrl, id)
  return isDummy && realm.users.get(id) !== undefined ? id : text
}

/** The user with this id or e-mail address, active or not. Throws; ask through `realm.withFreshState`. */
export function findUser(realm: RealmView, named: number | string): UserRecord {
  const user = typeof named === 'number' ? realm.users.get(named) : realm.users.byEmail(named.trim())
  if (user === undefined || user.isSystemBot) throw noSuchUser()
  return user
}

/**
 * As `findUser`, as the reader may name users: by a real address only who may see it (spec.md "Authentication",
 * target by email).
 */
export function findNamedUser(realm: RealmView, reader: UserRecord, named: number | string): UserRecord {
  const user = findUser(realm, named)
  if (typeof named === 'string' && !isNameFor(realm, reader, user, named)) throw noSuchUser()
  return user
}

/** Whether `address` is one that the reader may know of the user. */
export function isNameFor(realm: RealmView, reader: UserRecord, user: UserRecord, address: string): boolean {
  const isShown = address.trim().toLowerCase() === user.email.toLowerCase()
  return isShown || canSeeRealEmail(realm.users.get(reader.id) ?? reader, user)
}

/** As `findNamedUser`; whom the reader may not know of is nobody. */
export function findAccessibleUser(realm: RealmView, reader: UserRecord, named: number | string): UserRecord {
  const user = findNamedUser(realm, reader, named)
  if (!canAccessUser(realm, realm.users.get(reader.id) ?? reader, user)) throw noSuchUser()
  return user
}

/** As `findAccessibleUser` by id, and the bots of the server itself, which everybody knows. */
export function findUserOrSystemBot(realm: RealmView, reader: UserRecord, id: UserId): UserRecord {
  const user = realm.users.get(id)
  return user?.isSystemBot ? user : findAccessibleUser(realm, reader, id)
}

/**
 * A user whom the actor is about to change, active or not. Throws as `findNamedUser`, and `Insufficient
 * permission` to whoever may not.
 */
export function findUserToAdminister(
  realm: RealmView,
  actor: UserRecord,
  named: number | string,
): UserRecord {
  const user = findNamedUser(realm, actor, named)
  if (!canAdministerUser(realm.users.get(actor.id) ?? actor, user)) {
    throw insufficientPermission()
  }
  return user
}

/**
 * Several users that the reader's request acts on, each once. Throws as `findAccessibleUser`, and when one is
 * deactivated.
 */
export function findActiveUsers(
  realm: RealmView,
  reader: UserRecord,
  named: readonly (number | string)[],
): UserRecord[] {
  const users = new Set(named.map((one) => findAccessibleUser(realm, reader, one)))
  for (const user of users) if (!user.isActive) throw userIsDeactivated()
  return [...users]
}
