import { type Statement, statement } from '../../platform/db/statement.ts'
import type { Column, Mapping, Row } from '../exports/archive/column.ts'
import type { Table } from '../exports/archive/table.ts'
import { ArchiveError } from './archive.ts'
import { ownColumn } from './verify.ts'

/** When a column is written: with its row, or after all rows are inserted. */
type WriteTime = 'now' | 'later'

const columnsOf = (table: Table, names: readonly string[], when: WriteTime): [string, Column][] =>
  names
    .map((name): [string, Column] => [name, table.columns[name]!])
    .filter(([, column]) => (column.isDeferred === true) === (when === 'later'))

/** Whether the table has deferred columns among `names`. */
export const hasDeferred = (table: Table, names: readonly string[]): boolean =>
  columnsOf(table, names, 'later').length > 0

/**
 * Returns a function that maps the columns of a row that are written `when`. It throws `ArchiveError` for a dangling
 * reference.
 */
export function rowMapper(
  table: Table,
  names: readonly string[],
  when: WriteTime | 'all',
): (row: Row, mapping: Mapping) => Row {
  const columns =
    when === 'all'
      ? names.map((name): [string, Column] => [name, table.columns[name]!])
      : columnsOf(table, names, when)
  const own = ownColumn(table)
  if (when === 'later' && own !== undefined) columns.push([own, table.columns[own]!])
  return (row, mapping) => {
    try {
      const mapped: Record<string, unknown> = {}
      for (const [name, { map }] of columns) {
        mapped[name] = map === undefined ? row[name] : map(row[name], mapping, row)
      }
      return mapped
    } catch (error) {
      if (error instanceof ArchiveError) throw error
      throw new ArchiveError(`The archive is broken: a row of ${table.name}: ${(error as Error).message}.`)
    }
  }
}

const list = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')

/** Returns a statement that inserts rows ($1, JSON) into organization $2. */
export function insertStatement(table: Table, names: readonly string[]): Statement {
  const columns = list(columnsOf(table, names, 'now').map(([name]) => name))
  const hasRealmId = table.generated?.includes('realm_id') === true
  return statement(
    `import.insert.${table.name}.${names.length}`,
    `INSERT INTO "${table.name}" (${columns}${hasRealmId ? ', realm_id' : ''})
     SELECT ${columns}${hasRealmId ? ', $2::int' : ''} FROM json_populate_recordset(NULL::"${table.name}", $1::json)
     WHERE $2::int IS NOT NULL`,
  )
}

/** Returns a statement that updates columns of existing rows ($1, JSON) of organization $2. */
export function updateStatement(table: Table, names: readonly string[], when: WriteTime): Statement {
  const written = columnsOf(table, names, when).map(([name]) => name)
  const own = ownColumn(table)
  const set = written.map((name) => `"${name}" = r."${name}"`).join(', ')
  const condition = own === undefined ? 't.id = $2::int' : `t."${own}" = r."${own}" AND $2::int IS NOT NULL`
  return statement(
    `import.complete.${when}.${table.name}.${names.length}`,
    `UPDATE "${table.name}" t SET ${set} FROM json_populate_recordset(NULL::"${table.name}", $1::json) r WHERE ${condition}`,
  )
}
