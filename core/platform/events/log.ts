import type { RealmId, Seq } from '../ids.ts'

/**
 * The event log of a realm: what happened, in the order in which it was committed.
 *
 * Ordering. An entry's position (`Seq`) is given under the lock of the realm's head row, which is held
 * until COMMIT: positions have no gaps and their order is commit order.
 *
 * Durability. Entries are rows of `event_log`, written in the transaction of the change they tell of.
 * The Redis stream `events:{realm:ID}` is a copy for transport; losing it loses nothing.
 *
 * Retention. Both keep an entry for EVENT_LOG_RETENTION_SECONDS, longer than a queue lives.
 */
export interface LogEntry {
  readonly seq: Seq
  /** The event as JSON text, without its id; names that start with `_` are not for clients. */
  readonly payload: string
  /** See `encodeAudience`. */
  readonly audience: string
}

/** Whether an entry changes what processes keep of the realm in memory: one for nobody (`encodeAudience`). */
export const isStateChange = ({ audience }: Pick<LogEntry, 'audience'>): boolean => audience === '_'

/** Where a realm's log ends. */
export interface Head {
  /** Position of the newest entry. */
  readonly seq: Seq
  /** Position of the newest entry that changes what processes keep in memory. Memory that reached it is current. */
  readonly stateSeq: Seq
}

/** Keys of a realm share one hash tag, so that they live in one slot of a Redis Cluster. */
export const streamKeys = (realm: RealmId) => {
  const tag = `{realm:${realm}}`
  return {
    /** Stream of entries; the id of an entry is `<seq>-0`. */
    stream: `events:${tag}`,
    /** Position of the newest entry in the stream; unset while the stream is cold. */
    head: `events:${tag}:head`,
    /** Position up to which entries have been trimmed away. */
    floor: `events:${tag}:floor`,
    /** How often the log has gone back behind the stream; unset for never. */
    epoch: `events:${tag}:epoch`,
    /** Entries that arrived before the one they follow: field seq, value payload and audience. */
    waiting: `events:${tag}:waiting`,
  }
}
