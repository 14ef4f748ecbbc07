import type { Redis } from 'ioredis'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import type { RealmId, Seq } from '../ids.ts'
import { countRedis } from '../round-trips.ts'
import { type LogEntry, streamKeys } from './log.ts'
import { toLogEntry } from './tail.ts'

/** The log no longer has the requested entries. */
export class LogTrimmed extends Error {
  constructor() {
    super('the event log was trimmed past the requested position')
    this.name = 'LogTrimmed'
  }
}

/** The two copies of the log. */
interface Source {
  readonly db: Database
  readonly redis: Redis
}

/** Small, because each client that catches up holds a page in memory, and events can be long. */
const PAGE = 100
const READ = statement(
  'events.replay',
  `SELECT seq, payload, audience FROM event_log
   WHERE realm_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT ${PAGE}`, // event_log_pkey
)

/**
 * Yields the entries after `from` up to and including `to`, without a gap, in pages of at most 100. Reads the
 * stream, and `event_log` where the stream lacks entries. Throws `LogTrimmed` when both lack them.
 */
export async function* replay(core: Source, realm: RealmId, from: Seq, to: Seq): AsyncGenerator<LogEntry[]> {
  let at = from
  while (at < to) {
    let page = await fromStream(core, realm, at, to).catch(() => [])
    if (page[0]?.seq !== at + 1) page = await core.db.run<LogEntry>(READ, [realm, at, to])
    if (page[0]?.seq !== at + 1) throw new LogTrimmed()
    yield page
    at = page.at(-1)!.seq
  }
}

async function fromStream(core: Source, realm: RealmId, after: Seq, to: Seq): Promise<LogEntry[]> {
  countRedis(1)
  const { stream } = streamKeys(realm)
  return (await core.redis.xrange(stream, `${after + 1}-0`, `${to}-0`, 'COUNT', PAGE)).map(toLogEntry)
}
