import { deleteFiles } from '../../content/uploads/delete-files.ts'
import { type Sql, statement } from '../../platform/db/statement.ts'
import type { Tx } from '../../platform/db/transact.ts'
import type { RealmId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import type { Row } from '../exports/archive/column.ts'
import { filesOf, type Table } from '../exports/archive/table.ts'
import { TABLES } from '../exports/archive/tables.ts'

/** Most files per deletion job. */
const FILES_PER_JOB = 500
const FORGET = statement('import.discard-realm', 'DELETE FROM realm WHERE id = $1')

/** Deletes the rows and files of an incomplete import in one transaction. */
export async function discardImport(core: Core, realm: RealmId): Promise<void> {
  await core.transact(realm, async (tx) => {
    for (const table of TABLES) if (table.files !== undefined) await discardFiles(tx, table, realm)
    for (const table of TABLES) await clearDeferred(tx, table, realm)
    for (const { name, rows } of TABLES.toReversed()) {
      if (name === 'realm') continue
      const deletion = `DELETE FROM "${name}" WHERE ctid IN (SELECT t.ctid FROM ${rows})`
      await tx.run(statement(`import.discard.${name}`, deletion), [realm])
    }
    await tx.run(FORGET, [realm])
  })
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
