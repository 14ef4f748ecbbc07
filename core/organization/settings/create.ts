import type { Knex } from '@mikro-orm/postgresql'
import { boundTo, type Database } from '../../platform/db/database.ts'
import { statement } from '../../platform/db/statement.ts'
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

const OPEN_LOG = statement('realm.open-log', 'INSERT INTO event_head (realm_id) VALUES ($1)')
// A new organization has no messages to notify people about.
const OPEN_NOTIFICATIONS = statement(
  'realm.open-notifications',
  'INSERT INTO notification_cursor (realm_id, message_id) VALUES ($1, 0)',
)
const TAKEN = statement(
  'realm.taken',
  'SELECT 1 FROM realm WHERE subdomain = $1 OR (custom_host IS NOT NULL AND custom_host = $2)',
)

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
  if ((await db.run(TAKEN, [subdomain, customHost])).length > 0) throw addressTaken()
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
  const em = db.orm.em.fork()
  const created = em.create(Realm, {
    subdomain,
    customHost,
    name: realm.name.trim(),
    description: realm.description ?? '',
    isDeactivated: false,
  })
  await em.begin()
  try {
    await em.flush()
    const client = await em.getTransactionContext<Knex.Transaction>()!.client.acquireConnection()
    const sql = boundTo(client)
    await sql.run(OPEN_LOG, [created.id])
    await sql.run(OPEN_NOTIFICATIONS, [created.id])
    await createSystemGroups(sql, created.id as RealmId)
    await createSystemBots(sql, created.id as RealmId)
    await em.commit()
  } catch (error) {
    await em.rollback()
    throw error
  }
  return created.id as RealmId
}
