import { type Sql, statement } from '../db/statements/statement.ts'
import type { Head } from '../events/log.ts'
import type { RealmId } from '../ids.ts'

/** How far a server's copy of an organization's log reaches. */
export interface LogPosition extends Head {
  /**
   * The database cluster and its timeline. A promoted standby and a restored server each begin a new
   * timeline. So two servers with the same history have the same entry at every position that both have
   * reached.
   */
  readonly history: string
  /**
   * Bytes of the WAL that the server has on disk, or has replayed. A snapshot that begins later has all
   * commits that were acknowledged before, except commits with `synchronous_commit` off.
   */
  readonly wal: number
  readonly isStandby: boolean
}

/**
 * The head of the log and the server's history, in one snapshot. A standby that changes to a new timeline
 * reports it at its next restart point, never too early.
 */
const POSITION = statement(
  'events.position',
  `SELECT h.seq, h.state_seq AS "stateSeq", s.system_identifier || '/' || CASE WHEN pg_is_in_recovery()
     THEN (SELECT greatest(c.timeline_id, r.min_recovery_end_timeline) FROM pg_control_checkpoint() c, pg_control_recovery() r)
     ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
     END AS history,
     (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_flush_lsn() END - '0/0'::pg_lsn)::int8 AS wal,
     pg_is_in_recovery() AS "isStandby"
   FROM event_head h, pg_control_system() s WHERE h.realm_id = $1`, // event_head_pkey
)

/** Reads the position; undefined when the server does not have the organization. One query. */
export async function readPosition(sql: Sql, realm: RealmId): Promise<LogPosition | undefined> {
  const [position] = await sql.run<LogPosition>(POSITION, [realm])
  return position
}
