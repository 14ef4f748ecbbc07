import type { Knex } from '@mikro-orm/postgresql'
import { boundTo, type Database } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import { ApiError } from '../errors.ts'
import { createSystemGroups } from '../groups/system.ts'
import type { RealmId } from '../ids.ts'
import { openCursor } from '../notifications/cursor.ts'
import { createSystemBots } from '../users/system-bots.ts'
import { Realm } from './entity.ts'

const OPEN_LOG = statement('realm.open-log', 'INSERT INTO event_head (realm_id) VALUES ($1)')
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

/**
 * Creates an organization with an empty event log. The one write outside `transact`: there is no log to
 * tell of it yet and nobody to read it. Throws when the subdomain or host is malformed or taken.
 */
export async function createRealm(db: Database, realm: NewRealm): Promise<RealmId> {
  const subdomain = realm.subdomain.toLowerCase()
  const customHost = realm.customHost?.toLowerCase() ?? null
  if (!SUBDOMAIN.test(subdomain))
    throw new ApiError('Subdomain can only have letters, digits and inner hyphens.')
  if (customHost !== null && !/^[a-z0-9.-]{1,253}$/.test(customHost)) throw new ApiError('Invalid host name.')
  if (realm.name.trim() === '') throw new ApiError('Organization name cannot be empty.')
  if ((await db.run(TAKEN, [subdomain, customHost])).length > 0) {
    throw new ApiError('Subdomain or host name already in use. Please choose a different one.')
  }
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
    await openCursor(sql, created.id as RealmId)
    await createSystemGroups(sql, created.id as RealmId)
    await createSystemBots(sql, created.id as RealmId)
    await em.commit()
  } catch (error) {
    await em.rollback()
    throw error
  }
  return created.id as RealmId
}
