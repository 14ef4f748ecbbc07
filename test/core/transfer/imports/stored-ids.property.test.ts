import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Database } from '../../../../core/platform/db/database.ts'
import type { RealmId } from '../../../../core/platform/ids.ts'
import { assignIds } from '../../../../core/transfer/imports/ids.ts'
import { IDS_PER_ROW, StoredIds } from '../../../../core/transfer/imports/stored-ids.ts'
import { DEPTH } from '../../../harness/property.ts'
import { World } from '../../../harness/world.ts'

const REALM = 1 as RealmId

let world: World
let db: Database
beforeAll(async () => {
  world = await World.create()
  await world.sql(
    "INSERT INTO realm_import (realm_id, fingerprint, subdomain, secret) VALUES (1, 'f', 'copy', 'secret')",
  )
  db = await Database.open({ url: world.config.databaseUrl, poolSize: 1 })
})
afterAll(async () => {
  await db.close()
  await world.close()
})

/** Looks up until all rows are loaded. */
async function looked<T>(ids: StoredIds, look: () => T): Promise<T> {
  for (;;) {
    const found = look()
    if (ids.isComplete) return found
    await ids.load(db)
  }
}

test('ids and positions map as with one list of all ids', async () => {
  // Steps between ascending ids; several rows of the table, also full ones.
  const gaps = fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3 * IDS_PER_ROW, size: 'max' })
  const parts = fc.array(gaps, { maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(parts, fc.boolean(), async (given, isWanted) => {
      await world.sql('DELETE FROM imported_id')
      let newest = 1
      const old: number[] = []
      for (const part of given) {
        const ids = part.map((gap) => (newest += gap))
        await assignIds(db, REALM, 'message', ids)
        old.push(...ids)
      }
      const ids = await StoredIds.open(db, REALM, 'message')
      if (isWanted) {
        ids.want(0, newest)
        await ids.load(db)
      }
      const positions = [0, 1, ...old, ...old.map((id) => id + 1), newest + 5].sort((a, b) => a - b)
      const found = await looked(ids, () =>
        positions.map((at) => [ids.id(at), ids.from(at), ids.upTo(at)] as const),
      )
      const news = await looked(ids, () => old.map((id) => ids.id(id)!))
      expect(news).toEqual([...new Set(news)].sort((a, b) => a - b))
      const newOf = (id: number | undefined) => (id === undefined ? undefined : news[old.indexOf(id)]!)
      expect(found).toEqual(
        positions.map((at) => [
          newOf(old.find((id) => id === at)) ?? null,
          newOf(old.find((id) => id >= at)) ?? 0,
          newOf(old.findLast((id) => id <= at)) ?? 0,
        ]),
      )
    }),
    { numRuns: 20 * DEPTH },
  )
}, 120_000)
