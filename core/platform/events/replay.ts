import type { Database } from '../db/database.ts'
import { statement } from '../db/statements/statement.ts'
import type { RealmId, Seq } from '../ids.ts'
import { countRedis } from '../log/round-trips.ts'
import type { RedisClient } from '../redis/redis-connection.ts'
import { toLogEntry } from './event-stream.ts'
import { type LogEntry, streamKeys } from './log.ts'

/** The log no longer has the requested entries. */
export class LogTrimmed extends Error {
  constructor() {
    super('the event log was trimmed past the requested position')
    this.name = 'LogTrimmed'
  }
}

/** The stores of the two copies of the log. */
interface LogStores {
  readonly db: Database
  readonly redis: RedisClient
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
export async function* replay(
  stores: LogStores,
  realm: RealmId,
  from: Seq,
  to: Seq,
): AsyncGenerator<LogEntry[]> {
  let position = from
  while (position < to) {
    let page = await readStream(stores, realm, position, to).catch(() => [])
    if (page[0]?.seq !== position + 1) page = await stores.db.run<LogEntry>(READ, [realm, position, to])
    if (page[0]?.seq !== position + 1) throw new LogTrimmed()
    yield page
    position = page.at(-1)!.seq
  }
}

async function readStream(stores: LogStores, realm: RealmId, after: Seq, to: Seq): Promise<LogEntry[]> {
  countRedis(1)
  const { stream } = streamKeys(realm)
  return (await stores.redis.xrange(stream, `${after + 1}-0`, `${to}-0`, 'COUNT', PAGE)).map(toLogEntry)
}
