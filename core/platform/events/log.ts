import type { Columns } from '../db/statements/row.ts'
import type { RealmId } from '../ids.ts'
import type { EventHead, EventLog } from './entities.ts'

/**
 * An entry of a realm's event log, which holds the realm's events in commit order.
 *
 * Ordering. A transaction gives entries their positions (`Seq`) while it locks the realm's head row, until
 * COMMIT. So positions have no gaps, and their order is commit order.
 *
 * Durability. Entries are rows of `event_log`, written in the transaction of the change that they describe.
 * The Redis stream `events:{realm:ID}` is a copy for transport; losing it loses no events.
 *
 * Retention. The table and the stream keep an entry for EVENT_LOG_RETENTION_SECONDS, longer than an event
 * queue lives.
 *
 * Fields. `payload` is the event as JSON text, without its id. Clients do not receive fields of the event
 * whose names begin with `_`. `audience` is encoded by `encodeAudience`.
 */
export type LogEntry = Columns<typeof EventLog, 'seq' | 'payload' | 'audience'>

/**
 * Whether an entry changes the realm's state in the memory of processes. Such entries have the `internal`
 * audience.
 */
export const isStateChange = ({ audience }: Pick<LogEntry, 'audience'>): boolean => audience === '_'

/**
 * The end of a realm's log. `seq` is the position of the newest entry. `stateSeq` is the position of the
 * newest entry that changes state in memory: memory that has reached it is current.
 */
export type Head = Columns<typeof EventHead, 'seq' | 'stateSeq'>

/**
 * The Redis keys of a realm's stream. They share one hash tag, so that they live in one slot of a Redis
 * Cluster.
 */
export const streamKeys = (realm: RealmId) => {
  const tag = `{realm:${realm}}`
  return {
    /** The stream; the id of an entry is `<seq>-0`. */
    stream: `events:${tag}`,
    /** Position of the newest entry of the stream; unset while the stream is cold. */
    head: `events:${tag}:head`,
    /** Position up to which the stream was trimmed. */
    floor: `events:${tag}:floor`,
    /** How often Postgres lost entries that the stream had; unset means never. */
    epoch: `events:${tag}:epoch`,
    /**
     * Hash of the entries that arrived before their predecessors: the field is the seq, the value payload and
     * audience.
     */
    waiting: `events:${tag}:waiting`,
  }
}
