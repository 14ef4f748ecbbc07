import { hostOf } from '../../config/database-address.ts'
import { connectOnce } from '../../core/platform/db/servers/database-servers.ts'
import { type Finding, ok, type Row, runCheck, warning, wrong } from './check.ts'
import { DOCTOR_SETTINGS } from './postgres-servers.ts'

/** A replica that is further behind answers few reads. */
const MAX_LAG_BYTES = 16 * 1024 * 1024
/** Milliseconds that replay should wait for a long read before it cancels it. */
const LEAST_DELAY_MS = 10_000

const REBUILD = 'rebuild it from the primary, or remove it from DATABASE_REPLICA_URLS'

/** A server's report of itself. */
export interface ServerFacts {
  readonly system: string
  readonly timeline: number
  readonly isStandby: boolean
  /** Bytes of the WAL that it has written, or replayed. */
  readonly wal: number
  readonly hasFeedback: boolean
  /** Milliseconds; -1 for no limit. */
  readonly delay: number
}

/** Checks that each replica is a standby of the primary that reads can use. */
export async function checkReplicas(primary: string, replicas: readonly string[]): Promise<Row[]> {
  return Promise.all(
    replicas.map((url) =>
      runCheck({
        name: `Replica ${hostOf(url)}`,
        advice: 'start the replica and let this machine reach it, or correct DATABASE_REPLICA_URLS',
        run: async () => judgeReplica(await factsOf(primary), await factsOf(url)),
      }),
    ),
  )
}

export function judgeReplica(primary: ServerFacts, replica: ServerFacts): Finding {
  if (replica.system !== primary.system) return wrong('it copies another cluster', REBUILD)
  if (!replica.isStandby && replica.timeline === primary.timeline) {
    return ok('the primary now; it is used when it is a standby again')
  }
  if (!replica.isStandby) return wrong('it is no standby', REBUILD)
  if (replica.timeline !== primary.timeline) {
    const found = `it is on timeline ${replica.timeline}, the primary on ${primary.timeline}: no read uses it`
    return warning(
      found,
      'run CHECKPOINT on the primary and then on the replica; if that does not help, rebuild it',
    )
  }
  const lag = Math.max(0, primary.wal - replica.wal)
  if (lag > MAX_LAG_BYTES) {
    const found = `it is ${Math.round(lag / 1024 / 1024)} MiB behind`
    return warning(
      found,
      'see pg_stat_replication of the primary, and give the replica a faster disk or network',
    )
  }
  if (!replica.hasFeedback) {
    return warning('hot_standby_feedback is off: vacuum cancels long reads', 'set hot_standby_feedback to on')
  }
  if (replica.delay !== -1 && replica.delay < LEAST_DELAY_MS) {
    const found = `max_standby_streaming_delay is ${replica.delay} ms: replay cancels reads`
    return warning(found, 'set max_standby_streaming_delay to 30s')
  }
  return ok(`a standby on the timeline of the primary, ${lag} bytes behind`)
}

async function factsOf(url: string): Promise<ServerFacts> {
  const client = await connectOnce(url, DOCTOR_SETTINGS)
  try {
    const { rows } = await client.query(
      `SELECT s.system_identifier::text AS system, pg_is_in_recovery() AS "isStandby",
         CASE WHEN pg_is_in_recovery() THEN greatest(c.timeline_id, r.min_recovery_end_timeline)
           ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END AS timeline,
         (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END
           - '0/0'::pg_lsn)::float8 AS wal,
         current_setting('hot_standby_feedback') = 'on' AS "hasFeedback",
         (SELECT setting::int FROM pg_settings WHERE name = 'max_standby_streaming_delay') AS delay
       FROM pg_control_system() s, pg_control_checkpoint() c, pg_control_recovery() r`,
    )
    return rows[0]
  } finally {
    void client.end().catch(() => undefined)
  }
}
