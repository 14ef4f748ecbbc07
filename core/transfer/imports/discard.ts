import { deleteFiles } from '../../content/uploads/delete-files.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { RealmId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Core } from '../../state/core.ts'
import type { Row } from '../exports/archive/column.ts'
import { filesOf, type Table } from '../exports/archive/table.ts'
import { TABLES } from '../exports/archive/tables.ts'
import type { ImportRecord } from './import-record.ts'

/** Most files per deletion job. */
const FILES_PER_JOB = 500
const FORGET = statement('import.discard-realm', 'DELETE FROM realm WHERE id = $1')

/**
 * The record of an import. Its lock makes the steps of other processes, which do not check foreign keys, wait
 * before they commit, and fail when the record is deleted.
 */
const LOCK = statement(
  'import.lock',
  'SELECT steps_done AS "stepsDone" FROM realm_import WHERE realm_id = $1 FOR UPDATE',
)

/**
 * Deletes the rows and files of an incomplete import in one transaction. Resolves to false, and deletes
 * nothing, when the import is complete or already deleted, or when it does not have exactly `stepsDone`
 * steps, because another process continues it.
 */
export async function discardImport(core: Core, realm: RealmId, stepsDone?: number): Promise<boolean> {
  const discard = async (tx: Tx) => {
    const [found] = await tx.run<Pick<ImportRecord, 'stepsDone'>>(LOCK, [realm])
    if (found === undefined || found.stepsDone !== (stepsDone ?? found.stepsDone)) return false
    for (const table of TABLES) if (table.files !== undefined) await discardFiles(tx, table, realm)
    for (const table of TABLES) await clearDeferred(tx, table, realm)
    for (const { name, rows } of TABLES.toReversed()) {
      if (name === 'realm') continue
      const deletion = `DELETE FROM "${name}" WHERE ctid IN (SELECT t.ctid FROM ${rows})`
      await tx.run(statement(`import.discard.${name}`, deletion), [realm])
    }
    await tx.run(FORGET, [realm])
    return true
  }
  return core.transact(realm, discard, { isLong: true })
}

async function discardFiles(tx: Tx, table: Table, realm: RealmId): Promise<void> {
  const rows = await tx.run<{ readonly row: Row }>(
    statement(`import.files.${table.name}`, `SELECT to_json(t) AS row FROM ${table.rows}`),
    [realm],
  )
  const keys = rows.flatMap(({ row }) => Object.values(filesOf(table, row, realm)))
  for (let from = 0; from < keys.length; from += FILES_PER_JOB)
    deleteFiles(tx, keys.slice(from, from + FILES_PER_JOB))
}

/** Clears references to rows of later tables, which would prevent the deletion of those rows. */
async function clearDeferred(sql: Sql, { name, rows, columns }: Table, realm: RealmId): Promise<void> {
  const references = Object.keys(columns).filter(
    (column) => columns[column]!.isDeferred && /_id$/.test(column),
  )
  if (references.length === 0) return
  const set = references.map((column) => `"${column}" = NULL`).join(', ')
  const text = `UPDATE "${name}" SET ${set} WHERE ctid IN (SELECT t.ctid FROM ${rows})`
  await sql.run(statement(`import.forget.${name}`, text), [realm])
}
