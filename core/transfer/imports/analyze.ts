import { statement } from '../../platform/db/statements/statement.ts'
import type { Core } from '../../state/core.ts'
import type { Table } from '../exports/archive/table.ts'
import { TABLES } from '../exports/archive/tables.ts'
import type { Archive } from './archive.ts'

/** A table to which an import adds fewer rows is left to autovacuum. */
const MANY_ROWS = 1_000

/**
 * Collects the statistics of the tables to which the import has added many rows, so that the first requests
 * of the organization are planned for them. Names the columns, because Postgres then leaves out the
 * expressions of indexes: making the words of the messages again would take longer than all the rest.
 * Autovacuum analyzes these within a minute or more, since Postgres does not take the table for analyzed.
 * Fails for no table: Postgres skips those that its user may not analyze, and those that are locked.
 */
export async function analyzeImported(core: Core, { manifest }: Archive): Promise<void> {
  const rowsOf = new Map(manifest.tables.map(({ name, rows }) => [name, rows]))
  const large = TABLES.filter(({ name }) => (rowsOf.get(name) ?? 0) >= MANY_ROWS)
  await Promise.all(large.map((table) => analyze(core, table)))
}

async function analyze(core: Core, { name, columns, generated = [] }: Table): Promise<void> {
  const all = [...Object.keys(columns), ...generated].map((column) => `"${column}"`).join(', ')
  try {
    await core.db.run(statement(`import.analyze.${name}`, `ANALYZE (SKIP_LOCKED) "${name}" (${all})`))
  } catch (error) {
    core.log.warn(
      { err: error, table: name },
      'an import could not analyze a table; autovacuum does so later',
    )
  }
}
