import { randomBytes } from 'node:crypto'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { RealmId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import { ownColumn } from '../exports/archive/table.ts'
import type { Archive } from './archive.ts'
import { assignIds, assignLastId } from './ids.ts'
import {
  findImport,
  fingerprintOf,
  ImportBusy,
  type ImportRecord,
  keyOf,
  type MarkedArchive,
  type RealmAddress,
} from './import-record.ts'
import type { Plan } from './steps.ts'
import { partsOf, type Verify } from './verify.ts'

/** An arbitrary constant that, with the archive's fingerprint, forms the advisory lock of a check. */
export const CHECK_LOCK = 7_305_218
/** Often enough that Postgres does not end the transaction while a large file is read. */
const SIGN_OF_LIFE_MS = 60_000

const LOCK = statement(
  'import.lock-check',
  'SELECT pg_try_advisory_xact_lock($1, hashtext($2)) AS "isLocked"',
)
const NEW_REALM = statement('import.new-realm', `SELECT nextval('realm_id_seq')::int AS id`)
// No host has this subdomain, and there is no event_head, so no process serves the organization yet.
const BEGIN = statement(
  'import.begin',
  `WITH created AS (
     INSERT INTO realm (id, subdomain, name, is_deactivated) VALUES ($1, 'importing.' || $5, 'Being imported', true) RETURNING id
   )
   INSERT INTO realm_import (realm_id, fingerprint, subdomain, custom_host, secret)
   SELECT id, $2, $3, $4, $5 FROM created`,
)
const ALIVE = statement('import.alive', 'SELECT 1')

/**
 * Checks the whole archive, and creates the organization of an import, which is unreachable, the record of
 * the import, and all new ids. It does so in one transaction, so that an archive that is broken leaves
 * nothing behind, and neither does a process that is killed. Throws `ArchiveError` when the archive is
 * broken, and when another process checks it or has begun its import.
 */
export async function beginImport(
  core: Core,
  marked: MarkedArchive,
  plan: Plan,
  address: RealmAddress,
  verify: Verify,
  onProgress: (done: number, total: number) => void,
): Promise<ImportRecord> {
  const [realm] = await core.db.run<{ readonly id: RealmId }>(NEW_REALM)
  const realmId = realm!.id
  const { archive } = marked
  const fingerprint = fingerprintOf(marked, plan)
  const secret = randomBytes(16).toString('hex')
  await core.transact(
    realmId,
    async (tx) => {
      const [lock] = await tx.run<{ readonly isLocked: boolean }>(LOCK, [CHECK_LOCK, keyOf(marked)])
      // Another process may also have checked it since this one has looked for an import.
      if (!lock!.isLocked || (await findImport(tx, marked)) !== undefined) {
        throw new ImportBusy('Another process is importing this archive.')
      }
      await tx.run(BEGIN, [realmId, fingerprint, address.subdomain, address.customHost, secret])
      await checkAndAssignIds(tx, realmId, archive, verify, onProgress)
    },
    { isLong: true },
  )
  return { realmId, ...address, fingerprint, secret, stepsDone: 0 }
}

/** Checks the archive, while Postgres gives ids to the part before. */
async function checkAndAssignIds(
  sql: Sql,
  realm: RealmId,
  archive: Archive,
  verify: Verify,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const total = partsOf(archive).reduce((sum, { part }) => sum + part.rows, 0)
  let checked = 0
  let assigned: Promise<unknown> = Promise.resolve()
  const signs = setInterval(() => sql.run(ALIVE).catch(() => undefined), SIGN_OF_LIFE_MS)
  try {
    await verify(archive, async ({ table, part }, ids) => {
      await assigned
      const own = ownColumn(table)
      if (own !== undefined) assigned = assignIds(sql, realm, table.columns[own]!.own!, ids)
      assigned.catch(() => undefined) // it is awaited later
      checked += part.rows
      onProgress(checked, total)
    })
    await assigned
    await assignLastId(sql, realm)
  } finally {
    clearInterval(signs)
    await assigned.catch(() => undefined)
  }
}
