import type { Database } from '../../platform/db/database.ts'
import { EventHead } from '../../platform/events/entities.ts'
import type { RealmId } from '../../platform/ids.ts'
import { hasInvisibleCharacters } from '../../platform/invisible-characters.ts'
import { createSystemGroups } from '../../state/groups/system.ts'
import { Realm } from '../../state/realm/entity.ts'
import { createSystemBots } from '../../state/users/system-bots.ts'
import {
  addressTaken,
  invalidCharactersIn,
  invalidHostName,
  invalidSubdomain,
  organizationNameEmpty,
} from './errors.ts'

export interface NewRealm {
  /** Empty for the organization at the root host. */
  readonly subdomain: string
  readonly customHost?: string | null
  readonly name: string
  readonly description?: string
}

/** Letters, digits and inner hyphens, as a label of a host name may have. */
const SUBDOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)?$/

/** Returns the address of an organization as it will be stored. Throws when it is malformed or taken. */
export async function checkRealmAddress(
  db: Database,
  given: Pick<NewRealm, 'subdomain' | 'customHost'>,
): Promise<{ subdomain: string; customHost: string | null }> {
  const subdomain = given.subdomain.toLowerCase()
  const customHost = given.customHost?.toLowerCase() ?? null
  if (!SUBDOMAIN.test(subdomain)) throw invalidSubdomain()
  if (customHost !== null && !/^[a-z0-9.-]{1,253}$/.test(customHost)) throw invalidHostName()
  const taken = [{ subdomain }, ...(customHost === null ? [] : [{ customHost }])]
  if ((await db.orm.em.fork().count(Realm, { $or: taken })) > 0) throw addressTaken()
  return { subdomain, customHost }
}

/**
 * Creates an organization with an empty event log. This is the only write outside `transact`, because no log
 * and no process exists yet that could see it. Throws when the subdomain or host is malformed or taken.
 */
export async function createRealm(db: Database, realm: NewRealm): Promise<RealmId> {
  const { subdomain, customHost } = await checkRealmAddress(db, realm)
  if (realm.name.trim() === '') throw organizationNameEmpty()
  if (hasInvisibleCharacters(realm.name.trim())) throw invalidCharactersIn('organization name')
  const row = { subdomain, customHost, name: realm.name.trim(), description: realm.description ?? '' }
  return db.orm.em.fork().transactional(async (em) => {
    const id = await em.insert(Realm, row)
    await em.insert(EventHead, { realmId: id })
    // A new organization has no messages to notify people about. The entity belongs to a higher module.
    await em.insert('NotificationCursor', { realmId: id, messageId: 0 })
    await createSystemGroups(em, id)
    await createSystemBots(em, id)
    return id
  })
}
