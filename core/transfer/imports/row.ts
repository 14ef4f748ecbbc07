import { createHash } from 'node:crypto'
import { groupBy } from '../../platform/collections/group-by.ts'
import { type CopiedValue, copyText } from '../../platform/db/statements/copy.ts'
import { type Sql, type Statement, statement } from '../../platform/db/statements/statement.ts'
import type { RealmId } from '../../platform/ids.ts'
import type { Column, Mapping, Row } from '../exports/archive/column.ts'
import { ownColumn, type Table } from '../exports/archive/table.ts'
import { ArchiveError } from './archive.ts'

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
 * Returns a function that maps the columns of a row that are written `when`. It throws `ArchiveError` for a
 * dangling reference.
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

/** The columns of a table that hold JSON, by their names in the database. */
export type JsonColumns = ReadonlySet<string>

const JSON_COLUMNS = statement(
  'import.json-columns',
  `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
   WHERE table_schema = current_schema() AND data_type IN ('json', 'jsonb')`,
)

/** Finds the columns that hold JSON, by table. */
export async function findJsonColumns(sql: Sql): Promise<(table: Table) => JsonColumns> {
  const rows = await sql.run<{ readonly table: string; readonly column: string }>(JSON_COLUMNS)
  const byTable = groupBy(rows, ({ table }) => table)
  return ({ name }) => new Set(byTable.get(name)?.map(({ column }) => column))
}

/** Rows for COPY. */
export interface CopyableRows {
  readonly copy: string
  readonly rows: Uint8Array
}

/** Returns mapped rows as COPY inserts them into an organization. */
export function copyableRows(
  table: Table,
  names: readonly string[],
  json: JsonColumns,
  rows: readonly Row[],
  realm: RealmId,
): CopyableRows {
  const columns = columnsOf(table, names, 'now').map(([name]) => ({ name, isJson: json.has(name) }))
  const derived = Object.entries(table.derived ?? {})
  const hasRealmId = table.generated?.includes('realm_id') === true
  const end = hasRealmId ? `\t${realm}\n` : '\n'
  let text = ''
  for (const row of rows) {
    for (const [index, { name, isJson }] of columns.entries()) {
      const value = row[name]
      if (index > 0) text += '\t'
      text += copyText(isJson && value != null ? JSON.stringify(value) : ((value ?? null) as CopiedValue))
    }
    for (const [, derive] of derived) text += `\t${copyText(derive(row))}`
    text += end
  }
  const written = [...columns, ...derived.map(([name]) => ({ name }))]
    .map(({ name }) => name)
    .concat(hasRealmId ? ['realm_id'] : [])
  return { copy: `COPY "${table.name}" (${list(written)}) FROM STDIN`, rows: Buffer.from(text) }
}

/** Returns a statement that updates columns of existing rows ($1, JSON) of organization $2. */
export function updateStatement(table: Table, names: readonly string[], when: WriteTime): Statement {
  const written = columnsOf(table, names, when).map(([name]) => name)
  const own = ownColumn(table)
  const set = written.map((name) => `"${name}" = r."${name}"`).join(', ')
  // An archive of another version has other columns, and a name stands for one text.
  const columns = createHash('sha256').update(written.join()).digest('hex').slice(0, 12)
  const condition = own === undefined ? 't.id = $2::int' : `t."${own}" = r."${own}" AND $2::int IS NOT NULL`
  return statement(
    `import.complete.${table.name}.${columns}`,
    `UPDATE "${table.name}" t SET ${set} FROM json_populate_recordset(NULL::"${table.name}", $1::json) r WHERE ${condition}`,
  )
}
