import type { Database } from '../../platform/db/database.ts'
import type { RealmId } from '../../platform/ids.ts'
import { Realm } from './entity.ts'

/** The organizations that are not deactivated, in the order of their ids. One query (realm_pkey). */
export async function activeRealms(db: Database): Promise<RealmId[]> {
  const rows = await db.readEntities((em) =>
    em.find(Realm, { isDeactivated: false }, { fields: ['id'], orderBy: { id: 'asc' } }),
  )
  return rows.map(({ id }) => id)
}
