import { insufficientPermission } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import { dummyId } from '../realm/email.ts'
import type { RealmView } from '../realm/view.ts'
import { noSuchUser, userIsDeactivated } from '../users/errors.ts'
import { canAdministerUser, canSeeRealEmail } from '../users/permissions.ts'
import type { UserRecord } from '../users/record.ts'
import { canAccessUser } from './visible-users.ts'

/**
 * Resolves an address in a path: `user<user_id>@<realm_host>` means the user with that id, even for readers
 * who may not see the real address (spec.md "Authentication", target by email). Any other text is an address.
 */
export function idOrAddress(realm: RealmView, rootUrl: string, text: string): number | string {
  const id = dummyId(realm.record, rootUrl, text.trim())
  return id !== undefined && realm.users.get(id) !== undefined ? id : text
}

/**
 * Finds a user by id or e-mail address, active or not. Throws "No such user". Call it through
 * `realm.withFreshState`.
 */
export function findUser(realm: RealmView, named: number | string): UserRecord {
  const user = typeof named === 'number' ? realm.users.get(named) : realm.users.byEmail(named.trim())
  if (user === undefined || user.isSystemBot) throw noSuchUser()
  return user
}

/**
 * As `findUser`, but finds users by their real address only for readers who may see it (spec.md
 * "Authentication", target by email).
 */
export function findNamedUser(realm: RealmView, reader: UserRecord, named: number | string): UserRecord {
  const user = findUser(realm, named)
  if (typeof named === 'string' && !isNameFor(realm, reader, user, named)) throw noSuchUser()
  return user
}

/** Whether the reader may know that the user has this address. Nobody may of users whom they cannot see. */
export function isNameFor(realm: RealmView, reader: UserRecord, user: UserRecord, address: string): boolean {
  const current = realm.users.get(reader.id) ?? reader
  const given = address.trim().toLowerCase()
  if (!canAccessUser(realm, current, user)) return given !== user.deliveryEmail.toLowerCase()
  return given === user.email.toLowerCase() || canSeeRealEmail(current, user)
}

/** As `findNamedUser`. Throws also for users whom the reader cannot see. */
export function findAccessibleUser(realm: RealmView, reader: UserRecord, named: number | string): UserRecord {
  const user = findNamedUser(realm, reader, named)
  if (!canAccessUser(realm, realm.users.get(reader.id) ?? reader, user)) throw noSuchUser()
  return user
}

/** As `findAccessibleUser` by id. Also finds the server's own bots, which everybody can see. */
export function findUserOrSystemBot(realm: RealmView, reader: UserRecord, id: UserId): UserRecord {
  const user = realm.users.get(id)
  return user?.isSystemBot ? user : findAccessibleUser(realm, reader, id)
}

/**
 * Finds a user, active or not, whom the actor wants to change. Throws "No such user" for an unknown user,
 * and "Insufficient permission" when the actor may not change the user.
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
 * Finds several users, each once. Throws for a user who is deactivated, unknown or not visible to the reader.
 */
export function findActiveUsers(
  realm: RealmView,
  reader: UserRecord,
  named: readonly (number | string)[],
): UserRecord[] {
  const users = new Set(named.map((name) => findAccessibleUser(realm, reader, name)))
  for (const user of users) if (!user.isActive) throw userIsDeactivated()
  return [...users]
}
