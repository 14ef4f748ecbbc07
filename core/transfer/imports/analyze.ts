import { statement } from '../../platform/db/statement.ts'
import type { Core } from '../../state/core.ts'
import type { Archive } from './archive.ts'

/** A table to which an import adds fewer rows is left to autovacuum. */
const MANY_ROWS = 1_000

/**
 * Collects the statistics of the tables to which the import has added many rows, so that the first requests of the organization are
 * planned for them. Autovacuum would do so within a minute or more. Fails for no table: Postgres skips those that its user may not
 * analyze, and those that are locked.
 */
export async function analyzeImported(core: Core, { manifest }: Archive): Promise<void> {
  for (const { name, rows } of manifest.tables) {
    if (rows < MANY_ROWS) continue
    try {
      // The name is one of TABLES.
      await core.db.run(statement(`import.analyze.${name}`, `ANALYZE (SKIP_LOCKED) "${name}"`))
    } catch (error) {
      core.log.warn(
        { err: error, table: name },
        'an import could not analyze a table; autovacuum does so later',
      )
    }
  }
}
