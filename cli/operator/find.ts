import { ConfigError } from '../../config/error.ts'
import { listRealms } from '../../core/organization/settings/list.ts'
import type { RealmId } from '../../core/platform/ids.ts'
import type { Core } from '../../core/state/core.ts'
import { findRealmByHost } from '../../core/state/realm/load.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import { isOwner, type UserRecord } from '../../core/state/users/record.ts'

/** Organizations that an error lists by name. */
const LISTED = 5

/**
 * Finds an organization by its host or address, its subdomain ("" for the root organization) or its id, tried
 * in this order. Without a name it returns the only organization of the server. Throws `ConfigError` when the
 * name matches none, or when there is no name and not exactly one organization.
 */
export async function findRealm(core: Core, name?: string): Promise<RealmState> {
  if (name === undefined) return findOnlyRealm(core)
  const rootHost = new URL(core.options.rootUrl).hostname
  const given = hostIn(name.trim().toLowerCase())
  const hosts = given === '' ? [rootHost] : [given, `${given}.${rootHost}`]
  for (const host of hosts) {
    const id = await findRealmByHost(core.db, host, rootHost)
    if (id !== undefined) return (await core.realms.get(id))!
  }
  const byId = /^\d{1,9}$/.test(given) ? await core.realms.get(Number(given) as RealmId) : undefined
  if (byId === undefined) {
    throw new ConfigError(`No organization is called ${JSON.stringify(name)}: list-realms prints all of them`)
  }
  return byId
}

/** Throws `ConfigError` for a deactivated organization, which nobody can enter. */
export function mustBeActive({ record }: RealmState): void {
  if (record.isDeactivated)
    throw new ConfigError(`${record.settings.name} is deactivated: reactivate-realm opens it again`)
}

/** The host of an address such as `https://chat.example.com:8443/`; other names as they are. */
const hostIn = (name: string): string => name.replace(/^https?:\/\//, '').replace(/(?::\d+)?\/*$/, '')

async function findOnlyRealm(core: Core): Promise<RealmState> {
  const realms = await listRealms(core.db)
  const [first, ...others] = realms
  if (first === undefined) throw new ConfigError('There is no organization yet: create one with create-realm')
  if (others.length > 0) {
    const named = realms
      .slice(0, LISTED)
      .map(({ id, customHost, subdomain }) => customHost ?? (subdomain || id))
      .join(', ')
    const rest = realms.length > LISTED ? ', …' : ''
    throw new ConfigError(
      `There are ${realms.length} organizations (${named}${rest}): choose one with --realm; list-realms prints all of them`,
    )
  }
  return (await core.realms.get(first.id))!
}

/** The active owner who joined first. Throws `ConfigError` when the organization has none. */
export function findOwner(realm: RealmState): UserRecord {
  const owners = [...realm.users].filter((user) => user.isActive && !user.isBot && isOwner(user))
  const first = owners.reduce<UserRecord | undefined>(
    (found, user) => (found === undefined || user.id < found.id ? user : found),
    undefined,
  )
  if (first === undefined)
    throw new ConfigError(`${realm.record.settings.name} has no active owner: make one with change-role`)
  return first
}

/**
 * Finds a user, active or not, by e-mail address. Throws `ConfigError` when the organization has none with
 * it.
 */
export function findUser(realm: RealmState, email: string): UserRecord {
  const user = realm.users.byEmail(email.trim())
  if (user === undefined) {
    throw new ConfigError(`No user of ${realm.record.settings.name} has the address ${JSON.stringify(email)}`)
  }
  return user
}

/** As `findUser`; throws `ConfigError` also for a bot. */
export function findPerson(realm: RealmState, email: string): UserRecord {
  const user = findUser(realm, email)
  if (user.isBot) throw new ConfigError(`${user.fullName} is a bot: this is for people only`)
  return user
}
