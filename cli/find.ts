import { ConfigError } from '../config/error.ts'
import type { RealmId } from '../core/platform/ids.ts'
import type { Core } from '../core/state/core.ts'
import { findRealmByHost } from '../core/state/realm/load.ts'
import type { RealmState } from '../core/state/realm/state.ts'
import type { UserRecord } from '../core/state/users/record.ts'

/**
 * The organization an operator means: by its host, its subdomain (empty for the root organization) or its
 * id, in this order. Throws `ConfigError` when there is none.
 */
export async function realmNamed(core: Core, name: string): Promise<RealmState> {
  const rootHost = new URL(core.options.rootUrl).hostname
  const given = name.toLowerCase()
  const hosts = given === '' ? [rootHost] : [given, `${given}.${rootHost}`]
  for (const host of hosts) {
    const id = await findRealmByHost(core.db, host, rootHost)
    if (id !== undefined) return (await core.realms.get(id))!
  }
  const byId = /^\d{1,9}$/.test(given) ? await core.realms.get(Number(given) as RealmId) : undefined
  if (byId === undefined) {
    throw new ConfigError(
      `No organization is called ${JSON.stringify(name)}: list-realms shows those there are`,
    )
  }
  return byId
}

/** The user of an organization with this address, active or not. Throws `ConfigError` when there is none. */
export function userNamed(realm: RealmState, email: string): UserRecord {
  const user = realm.users.byEmail(email.trim())
  if (user === undefined) {
    throw new ConfigError(`No user of ${realm.record.settings.name} has the address ${JSON.stringify(email)}`)
  }
  return user
}
