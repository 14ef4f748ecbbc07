import { type Statement, statement } from '../../platform/db/statement.ts'
import type { Column, Mapping, Row } from '../exports/archive/column.ts'
import type { Table } from '../exports/archive/table.ts'
import { ArchiveError } from './archive.ts'
import { ownColumn } from './verify.ts'

/** Rows of an archive as rows of the database, and how they are written. */

type Written = 'now' | 'later'

const columnsOf = (table: Table, names: readonly string[], when: Written): [string, Column][] =>
  names
    .map((name): [string, Column] => [name, table.columns[name]!])
    .filter(([, column]) => (column.isLate === true) === (when === 'later'))

/** Whether a table's rows are completed when all others are there. */
export const hasLate = (table: Table, names: readonly string[]): boolean =>
  columnsOf(table, names, 'later').length > 0

/** The new row; of columns that are written `when`. Throws `ArchiveError` when it names what there is not. */
export function mappedRow(
  table: Table,
  names: readonly string[],
  row: Row,
  mapping: Mapping,
  when: Written | 'all',
): Row {
  const columns =
    when === 'all'
      ? names.map((name): [string, Column] => [name, table.columns[name]!])
      : columnsOf(table, names, when)
  const own = ownColumn(table)
  if (when === 'later' && own !== undefined) columns.push([own, table.columns[own]!])
  try {
    return Object.fromEntries(
      columns.map(([name, { map }]) => [name, map === undefined ? row[name] : map(row[name], mapping, row)]),
    )
  } catch (error) {
    if (error instanceof ArchiveError) throw error
    throw new ArchiveError(`The archive is broken: a row of ${table.name}: ${(error as Error).message}.`)
  }
}

const list = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')

/** Inserts rows, $1 JSON, into the organization $2. */
export function insertion(table: Table, names: readonly string[]): Statement {
  const columns = list(columnsOf(table, names, 'now').map(([name]) => name))
  const isOfRealm = table.fresh?.includes('realm_id') === true
  return statement(
    `import.insert.${table.name}.${names.length}`,
    `INSERT INTO "${table.name}" (${columns}${isOfRealm ? ', realm_id' : ''})
     SELECT ${columns}${isOfRealm ? ', $2::int' : ''} FROM json_populate_recordset(NULL::"${table.name}", $1::json)
     WHERE $2::int IS NOT NULL`,
  )
}

/** Writes columns of rows that are there, $1 JSON, of the organization $2. */
export function completion(table: Table, names: readonly string[], when: Written): Statement {
  const written = columnsOf(table, names, when).map(([name]) => name)
  const own = ownColumn(table)
  const set = written.map((name) => `"${name}" = r."${name}"`).join(', ')
  const isSame = own === undefined ? 't.id = $2::int' : `t."${own}" = r."${own}" AND $2::int IS NOT NULL`
  return statement(
    `import.complete.${when}.${table.name}.${names.length}`,
    `UPDATE "${table.name}" t SET ${set} FROM json_populate_recordset(NULL::"${table.name}", $1::json) r WHERE ${isSame}`,
  )
}
