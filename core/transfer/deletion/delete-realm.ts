import { REALM_DELETION_BATCH } from '../../../config/limits.ts'
import { deleteFiles } from '../../content/uploads/delete-files.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { RealmId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { Realm } from '../../state/realm/entity.ts'
import type { Row } from '../exports/archive/column.ts'
import { filesOf } from '../exports/archive/table.ts'
import { TABLES } from '../exports/archive/tables.ts'
import { DELETED_TABLES, type DeletedTable } from './tables.ts'

/** Organizations that one search finds. The next run of the job finds more. */
const MAX_FOUND = 100
/** Most files per deletion job. */
const FILES_PER_JOB = 500

const DUE = statement(
  'deletion.due',
  // realm_deletion
  `SELECT id, name, is_deleting AS "isDeleting" FROM realm
   WHERE deletion_date < (now() AT TIME ZONE 'UTC')::date AND is_deactivated ORDER BY deletion_date, id LIMIT ${MAX_FOUND}`,
)
// event_head_pkey. Without it no process loads the organization, and no job finds it.
const FORGET_HEAD = statement('deletion.forget-head', 'DELETE FROM event_head WHERE realm_id = $1')
const FORGET = statement(
  'deletion.forget-realm',
  'DELETE FROM realm WHERE id = $1 RETURNING to_json(realm) AS row',
)

/** A deactivated organization whose date has passed. */
export interface DueRealm {
  readonly id: RealmId
  readonly name: string
  /** Whether its deletion has begun. */
  readonly isDeleting: boolean
}

export const findDueRealms = (core: Core): Promise<readonly DueRealm[]> => core.db.run<DueRealm>(DUE)

/**
 * Deletes the data of an organization for good, in transactions of a bounded number of rows. The first one
 * takes away its addresses, so nobody sees a part of it, and it cannot be reactivated any more. Every step
 * can be repeated after a crash. Resolves to false, and deletes nothing, when the organization was
 * reactivated or got another date meanwhile. Stops between two transactions when `signal` is aborted.
 */
export async function deleteRealm(
  core: Core,
  { id, isDeleting }: DueRealm,
  signal?: AbortSignal,
): Promise<boolean> {
  if (!isDeleting && !(await begin(core, id))) return false
  await core.transact(id, async (tx) => {
    tx.write(FORGET_HEAD, [id])
  })
  for (const table of DELETED_TABLES) {
    await repeated(core, id, signal, clearing(table))
    await repeated(core, id, signal, deletion(table), table.filesOf)
  }
  await repeated(core, id, signal, FORGET, (row, realm) =>
    Object.values(filesOf(TABLES.find(({ name }) => name === 'realm')!, row, realm)),
  )
  return true
}

/** Takes away the addresses of an organization that is still due. */
async function begin(core: Core, id: RealmId): Promise<boolean> {
  const realm = await core.realms.get(id)
  if (realm === undefined) return false
  return core.changeAsSystem(realm, async (tx) => {
    const { record } = realm
    const today = new Date().toISOString().slice(0, 10)
    if (!record.isDeactivated || record.deletionDate === null || record.deletionDate >= today) return false
    // No host name has a label with a dot.
    const gone = { subdomain: `deleting.${id}`, customHost: null }
    await tx.em.nativeUpdate(Realm, { id }, { ...gone, isDeleting: true })
    emitChange(tx, { type: '_realm', realm: { ...record, ...gone } })
    return true
  })
}

const BATCH = `LIMIT ${REALM_DELETION_BATCH}`

/** Sets references to null that would keep rows from being deleted; undefined for a table without any. */
function clearing({ name, rows, cleared }: DeletedTable) {
  if (cleared.length === 0) return undefined
  const set = cleared.map((column) => `"${column}" = NULL`).join(', ')
  const some = cleared.map((column) => `t."${column}" IS NOT NULL`).join(' OR ')
  return statement(
    `deletion.clear.${name}`,
    `UPDATE "${name}" SET ${set} WHERE ctid IN (SELECT t.ctid FROM ${rows} AND (${some}) ${BATCH}) RETURNING '{}'::json AS row`,
  )
}

function deletion({ name, rows, filesOf }: DeletedTable) {
  const row = filesOf === undefined ? `'{}'::json` : `to_json("${name}")`
  return statement(
    `deletion.delete.${name}`,
    `DELETE FROM "${name}" WHERE ctid IN (SELECT t.ctid FROM ${rows} ${BATCH}) RETURNING ${row} AS row`,
  )
}

/** Runs a statement, each time in a transaction of its own, until it finds no more rows. */
async function repeated(
  core: Core,
  id: RealmId,
  signal: AbortSignal | undefined,
  query: ReturnType<typeof statement> | undefined,
  files?: (row: Row, realm: number) => readonly string[],
): Promise<void> {
  if (query === undefined) return
  for (;;) {
    signal?.throwIfAborted()
    const count = await core.transact(id, async (tx) => {
      const found = await tx.run<{ readonly row: Row }>(query, [id])
      const keys = files === undefined ? [] : found.flatMap(({ row }) => files(row, id))
      for (let from = 0; from < keys.length; from += FILES_PER_JOB)
        deleteFiles(tx, keys.slice(from, from + FILES_PER_JOB))
      return found.length
    })
    if (count < REALM_DELETION_BATCH) return
  }
}
