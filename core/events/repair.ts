import type { Database } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import type { RealmId, Seq } from '../ids.ts'
import type { Logger } from '../log.ts'
import type { EventStream } from './append.ts'
import type { LogEntry } from './log.ts'

const HEADS = statement(
  'events.heads',
  'SELECT realm_id, seq FROM event_head WHERE realm_id = ANY($1::int[])',
)
const OLDEST = statement(
  'events.oldest',
  'SELECT seq FROM event_log WHERE realm_id = $1 ORDER BY seq LIMIT 1', // event_log_pkey
)
const READ = statement(
  'events.read',
  `SELECT seq, payload, audience FROM event_log
   WHERE realm_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT 500`, // event_log_pkey
)

/** A gap younger than this is left to the process that is about to fill it. */
const GAP_AGE_MS = 100

/**
 * Keeps the streams of the realms this process serves complete: fills gaps older than 100 ms and refills
 * cold streams, from `event_log`. Every gateway and worker runs one; filling twice does no harm.
 */
export class Repairer {
  readonly #db: Database
  readonly #stream: EventStream
  readonly #log: Logger
  readonly #realms: () => readonly RealmId[]
  /** Where each realm's stream was seen to lag, to tell a gap from a commit in flight. */
  readonly #lagging = new Map<RealmId, Seq | undefined>()
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(db: Database, stream: EventStream, log: Logger, realms: () => readonly RealmId[]) {
    this.#db = db
    this.#stream = stream
    this.#log = log
    this.#realms = realms
  }

  start(): void {
    const tick = async () => {
      await this.check().catch((error) => this.#log.warn({ err: error }, 'event repair failed'))
      if (!this.#stopped) this.#timer = setTimeout(tick, GAP_AGE_MS)
    }
    this.#timer = setTimeout(tick, GAP_AGE_MS)
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  /** One round: compares heads, and repairs what already lagged at the same place in the round before. */
  async check(): Promise<void> {
    const realms = this.#realms()
    if (realms.length === 0) return
    const heads = await this.#db.run<{ realm_id: RealmId; seq: Seq }>(HEADS, [realms])
    const streamed = await this.#stream.heads(heads.map((head) => head.realm_id))
    for (const [index, head] of heads.entries()) {
      const at = streamed[index]
      const lags = at === undefined || at < head.seq
      const lagged = this.#lagging.has(head.realm_id) && this.#lagging.get(head.realm_id) === at
      if (!lags) this.#lagging.delete(head.realm_id)
      else if (at === undefined || lagged) {
        this.#lagging.delete(head.realm_id)
        await this.repair(head.realm_id)
      } else this.#lagging.set(head.realm_id, at)
    }
  }

  /** Makes the realm's stream hold every committed entry that the log still has. */
  async repair(realm: RealmId): Promise<void> {
    const [head] = await this.#db.run<{ seq: Seq }>(HEADS, [[realm]])
    if (head === undefined) return
    let [at] = await this.#stream.heads([realm])
    if (at === undefined) {
      const [oldest] = await this.#db.run<{ seq: Seq }>(OLDEST, [realm])
      at = (oldest === undefined ? head.seq : oldest.seq - 1) as Seq
      await this.#stream.open(realm, at)
    }
    while (at < head.seq) {
      const entries: LogEntry[] = await this.#db.run<LogEntry>(READ, [realm, at, head.seq])
      const last = entries.at(-1)
      if (last === undefined) return
      if ((await this.#stream.append(realm, entries)) === 'cold') return
      this.#log.info({ realm, from: entries[0]!.seq, to: last.seq }, 'repaired the event stream')
      at = last.seq
    }
  }
}
