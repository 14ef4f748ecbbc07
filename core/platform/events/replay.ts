import type { Redis } from 'ioredis'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import type { RealmId, Seq } from '../ids.ts'
import { countRedis } from '../round-trips.ts'
import { type LogEntry, streamKeys } from './log.ts'
import { entryOf } from './tail.ts'

/** The log does not go back that far any more. */
export class Trimmed extends Error {
  constructor() {
    super('the event log was trimmed past the requested position')
    this.name = 'Trimmed'
  }
}

/** Where the entries of a log are. */
interface Source {
  readonly db: Database
  readonly redis: Redis
}

/** Few enough that a page of the longest events is no burden, for each client that catches up. */
const PAGE = 100
const READ = statement(
  'events.replay',
  `SELECT seq, payload, audience FROM event_log
   WHERE realm_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT ${PAGE}`, // event_log_pkey
)

/**
 * The entries after `from` up to and including `to`, without a gap, in pages of at most 100. From the
 * stream, or from `event_log` where the stream does not have them. Throws `Trimmed`.
 */
export async function* replay(core: Source, realm: RealmId, from: Seq, to: Seq): AsyncGenerator<LogEntry[]> {
  let at = from
  while (at < to) {
    let page = await fromStream(core, realm, at, to).catch(() => [])
    if (page[0]?.seq !== at + 1) page = await core.db.run<LogEntry>(READ, [realm, at, to])
    if (page[0]?.seq !== at + 1) throw new Trimmed()
    yield page
    at = page.at(-1)!.seq
  }
}

async function fromStream(core: Source, realm: RealmId, after: Seq, to: Seq): Promise<LogEntry[]> {
  countRedis(1)
  const { stream } = streamKeys(realm)
  return (await core.redis.xrange(stream, `${after + 1}-0`, `${to}-0`, 'COUNT', PAGE)).map(entryOf)
}
