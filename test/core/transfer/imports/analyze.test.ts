import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Core } from '../../../../core/state/core.ts'
import { exportArchive } from '../../../../core/transfer/exports/archive/write.ts'
import { Archive } from '../../../../core/transfer/imports/archive.ts'
import { importRealm } from '../../../../core/transfer/imports/import.ts'
import { core, setUpStage, world } from '../../../gateway/routes/stage.ts'
import { dropRole, openRestrictedCore } from '../../../harness/restricted-core.ts'

setUpStage()

const ROLE = 'importing_without_ownership'
const WORDS = 1_500
let path: string
let restricted: Core

beforeAll(async () => {
  await world.sql('ALTER TABLE alert_word SET (autovacuum_enabled = off)')
  await world.sql(
    `INSERT INTO alert_word (realm_id, user_id, word, folded) SELECT 1, $1, 'word' || n, 'word' || n FROM generate_series(1, ${WORDS}) n`,
    [world.userId('hamlet')],
  )
  path = join(world.config.dataDir, 'archive.zip')
  const realm = { id: 1 as never, subdomain: '', url: 'http://localhost:9991' }
  const source = { db: core.db, realm, open: async () => undefined }
  await pipeline(exportArchive(source, { kind: 'full' }), createWriteStream(path))
  restricted = await openRestrictedCore(world, ROLE)
  // The right to analyze, which Postgres 17 has introduced.
  await world.sql(
    `DO $$ BEGIN IF current_setting('server_version_num')::int >= 170000 THEN REVOKE MAINTAIN ON alert_word FROM ${ROLE}; END IF; END $$`,
  )
})

afterAll(async () => {
  await restricted?.close()
  await dropRole(world, ROLE)
})

/**
 * Imports the archive. Returns the number of rows that Postgres assumes in the table, -1 when it has not been
 * analyzed.
 */
async function rowsKnownAfter(importing: Core, subdomain: string): Promise<number> {
  const archive = await Archive.open(path)
  try {
    await importRealm(importing, archive, { subdomain, storeFile: async () => undefined })
  } finally {
    archive.close()
  }
  const [table] = await world.sql<{ rows: number }>(
    "SELECT reltuples::int AS rows FROM pg_class WHERE oid = 'alert_word'::regclass",
  )
  return table!.rows
}

test('an import by a user of the database who may not analyze tables succeeds', async () => {
  const before = await rowsKnownAfter(restricted, 'restricted')
  expect(before).toBeLessThan(2 * WORDS)
})

test('Postgres knows the rows of an import in a large table when the organization opens', async () => {
  expect(await rowsKnownAfter(core, 'owner')).toBe(3 * WORDS)
  // Autovacuum still analyzes the expressions of indexes.
  const changed = async () => {
    const [table] = await world.sql<{ changed: number }>(
      "SELECT pg_stat_get_mod_since_analyze('alert_word'::regclass)::int AS changed",
    )
    return table!.changed
  }
  await expect.poll(changed).toBeGreaterThanOrEqual(3 * WORDS)
})

test('an import succeeds while another session has locked a table that it would analyze', async () => {
  const lock = 'LOCK TABLE alert_word IN SHARE UPDATE EXCLUSIVE MODE'
  const locking = world.sql(`BEGIN; ${lock}; SELECT pg_sleep(2); COMMIT`)
  expect(await rowsKnownAfter(core, 'locked')).toBe(3 * WORDS)
  await locking
})
