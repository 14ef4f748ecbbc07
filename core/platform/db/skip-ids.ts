import type pg from 'pg'
import type { Database } from './database.ts'
import { statement } from './statements/statement.ts'

/** Ids that are left out after Postgres went back in time: more than it is likely to have lost. */
const SKIPPED = 100_000

const SKIP = statement(
  'events.skip-ids',
  `SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, least(coalesce(last_value, 0) + $1::bigint, max_value))
   FROM pg_sequences WHERE schemaname = current_schema()`,
)

/**
 * Moves every sequence of the database forward, so that ids of lost rows are not given again: clients may
 * still show a lost message under its id, and Redis ignores a job whose id it knows.
 */
export async function skipLostIds(db: Database): Promise<void> {
  await db.run(SKIP, [SKIPPED])
}

/** Two constant numbers that name the lock, the same in every process. */
const LOCK = 'SELECT pg_advisory_xact_lock(7305216, 1)'

/**
 * Moves every sequence forward when the server's timeline is new: a standby was promoted, which may lack the
 * last ids. Every process calls it on its first connection to a timeline, before it writes there, so no id
 * that the standby lacks is given again. `isRival`: the process has used another standby that was promoted to
 * the same timeline. Both have moved as far forward, so this one moves beyond the other.
 */
export async function skipIdsOfTimeline(
  client: pg.Client,
  timeline: number,
  isRival: boolean,
): Promise<void> {
  // Reading must not wait for a standby of the new primary. A later failover brings another timeline, which
  // skips again.
  await client.query('BEGIN; SET LOCAL synchronous_commit = local')
  try {
    const { rows: tables } = await client.query(
      "SELECT to_regclass('database_timeline') IS NOT NULL AS exist",
    )
    if (tables[0].exist) await noteTimeline(client, timeline, isRival)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

async function noteTimeline(client: pg.Client, timeline: number, isRival: boolean): Promise<void> {
  await client.query(LOCK)
  if (isRival) await client.query(SKIP.text, [SKIPPED])
  const { rows } = await client.query<{ timeline: number }>('SELECT timeline FROM database_timeline')
  if (rows[0]?.timeline === timeline) return
  if (rows.length > 0) await client.query(SKIP.text, [SKIPPED])
  await client.query('DELETE FROM database_timeline')
  await client.query('INSERT INTO database_timeline VALUES ($1)', [timeline])
}
