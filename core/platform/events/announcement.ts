import type { RealmId, Seq } from '../ids.ts'
import { databaseOf, type RedisClient } from '../redis/redis-connection.ts'
import type { LogEntry } from './log.ts'

/**
 * The announcement that the append script publishes when a stream has grown: the positions of the first and
 * the last new entry, and the entries, unless they are longer than `MAX_ANNOUNCED_BYTES`. Any announcement
 * may be lost.
 *
 * The text is `<first>,<last>`, then a line with the payload and a line with the audience for each entry.
 * Payloads are JSON texts, in which line breaks are escaped.
 */
export interface Announcement {
  readonly first: Seq
  readonly last: Seq
  /** The entries from `first` to `last`; undefined when they have to be read from the stream. */
  entries(): readonly LogEntry[] | undefined
}

/**
 * Most bytes of entries that are published. Redis keeps published announcements in memory for each slow
 * subscriber.
 */
export const MAX_ANNOUNCED_BYTES = 65_536

const LINE_BREAK = 10

/**
 * The pub/sub channel of a realm's stream. It has the hash tag of the realm's keys, so that the node of a
 * cluster that appends to the stream can publish. Redis databases share one space of channels, so it has the
 * number of the database.
 */
export const announcementChannel = (redis: RedisClient, realm: RealmId): string =>
  `announcements:{realm:${realm}}:${databaseOf(redis)}`

/** Reads an announcement. Decodes the entries only when they are asked for: a process skips its own. */
export function readAnnouncement(message: Buffer): Announcement {
  const end = message.indexOf(LINE_BREAK)
  const header = message.toString('latin1', 0, end === -1 ? message.length : end)
  const [first, last] = header.split(',').map(Number) as [Seq, Seq]
  return { first, last, entries: () => (end === -1 ? undefined : entriesOf(message, end + 1, first)) }
}

function entriesOf(message: Buffer, start: number, first: Seq): LogEntry[] {
  const lines = message.toString('utf8', start).split('\n')
  return Array.from({ length: lines.length / 2 }, (_, n) => ({
    seq: (first + n) as Seq,
    payload: lines[2 * n]!,
    audience: lines[2 * n + 1]!,
  }))
}
