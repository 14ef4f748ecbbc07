import type { Database } from '../db/database.ts'
import { statement } from '../db/statement.ts'

/** Ids that are left out after Postgres went back in time: more than it is likely to have lost. */
const SKIPPED = 100_000

const SKIP = statement(
  'events.skip-ids',
  `SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, least(coalesce(last_value, 0) + $1::bigint, max_value))
   FROM pg_sequences WHERE schemaname = current_schema()`,
)

/**
 * Moves every sequence of the database forward, so that ids of lost rows are not given again: clients may still show a lost
 * message under its id, and Redis ignores a job whose id it knows.
 */
export async function skipLostIds(db: Database): Promise<void> {
  await db.run(SKIP, [SKIPPED])
}
