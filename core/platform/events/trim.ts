import type { Database } from '../db/database.ts'
import type { Columns } from '../db/statements/row.ts'
import { statement } from '../db/statements/statement.ts'
import type { RealmId, Seq } from '../ids.ts'
import { RealmFailures } from '../jobs/realm-failures.ts'
import type { Logger } from '../log/log.ts'
import type { EventHead } from './entities.ts'
import type { EventStream } from './event-stream.ts'

/** The parts of `Core` that trimming needs. */
interface TrimContext {
  readonly db: Database
  readonly stream: EventStream
  readonly log: Logger
  readonly options: { readonly eventLogRetentionSeconds: number }
}

/** Realms whose oldest entry is older than the retention, with one index probe a realm. */
const REALMS = statement(
  'events.realms',
  `SELECT h.realm_id AS "realmId" FROM event_head h CROSS JOIN LATERAL (
     SELECT created_at FROM event_log l WHERE l.realm_id = h.realm_id ORDER BY l.seq LIMIT 1 -- event_log_pkey
   ) oldest WHERE h.seq > 0 AND oldest.created_at < clock_timestamp() - make_interval(secs => $1)`,
)
const TRIM = statement(
  'events.trim',
  `WITH oldest AS (
     SELECT seq, created_at FROM event_log WHERE realm_id = $1 ORDER BY seq LIMIT 5000 -- event_log_pkey
   ), gone AS (
     DELETE FROM event_log WHERE realm_id = $1
       AND seq <= (SELECT max(seq) FROM oldest WHERE created_at < clock_timestamp() - make_interval(secs => $2))
     RETURNING seq
   )
   SELECT max(seq) AS floor, count(*) AS count FROM gone`,
)

/**
 * Deletes the entries that are older than the retention from the logs and streams of all realms, in steps of
 * at most 5,000 entries. Returns their number. Throws `RealmsFailed` at the end.
 */
export async function trimEventLogs(core: TrimContext): Promise<number> {
  const failures = new RealmFailures(core.log)
  let deleted = 0
  const { eventLogRetentionSeconds: retention } = core.options
  for (const { realmId } of await core.db.run<Columns<typeof EventHead, 'realmId'>>(REALMS, [retention])) {
    await failures.contain(realmId, async () => {
      deleted += await trim(core, realmId)
    })
  }
  failures.throwIfAny()
  return deleted
}

async function trim(core: TrimContext, realm: RealmId): Promise<number> {
  let deleted = 0
  for (;;) {
    const [step] = await core.db.run<{ readonly floor: Seq | null; readonly count: number }>(TRIM, [
      realm,
      core.options.eventLogRetentionSeconds,
    ])
    if (step?.floor == null) return deleted
    await core.stream.trim(realm, step.floor)
    deleted += step.count
    if (step.count < 5000) return deleted
  }
}
