import type { Database } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import type { RealmId, Seq } from '../ids.ts'
import type { Logger } from '../log.ts'
import type { LogLag } from '../processes/report.ts'
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
/** Streams are looked at every so many rounds, and in each round in which something lags. */
const STREAMS_EVERY = 5
/** Redis hangs when it has not answered for so many rounds of this process: ones that it had the time to run. */
const SILENT_ROUNDS = 10

/**
 * Most entries that a stream is refilled with; whoever wants older ones reads the log. It bounds how long
 * new entries wait for a stream that lost its old ones, whatever fifteen minutes of a busy realm have left.
 */
const MAX_REFILL = 10_000

/** A process's memory of a realm. */
export interface Memory {
  readonly id: RealmId
  /** Position of the newest entry it contains. */
  readonly position: Seq
  /** Takes what the log has beyond its position. */
  catchUp(): Promise<void>
  /** Forgets itself and takes what Postgres has now, an earlier position if need be. */
  startOver(): Promise<void>
}

/**
 * Holds the streams of the realms that this process serves, and its memory of them, to the event log: fills
 * gaps older than 100 ms, refills cold streams, and brings memory up to date when the stream does not. When
 * the log has gone back (Postgres was restored, or failed over to a standby that lacked the last commits),
 * Postgres is right: stream and memory start over, and queues that knew the other past end. Every gateway
 * and worker runs one; doing the same twice does no harm.
 */
export class Repairer {
  readonly #db: Database
  readonly #stream: EventStream
  readonly #log: Logger
  readonly #served: () => readonly Memory[]
  /** Where streams and memories were seen to lag, to tell a loss from what is on its way. */
  readonly #laggingStreams = new Map<RealmId, Seq>()
  readonly #laggingMemories = new Map<RealmId, Seq>()
  readonly #epochs = new Map<RealmId, number>()
  /** Realms whose log has gone back, while Redis does not know it yet. */
  readonly #forked = new Set<RealmId>()
  readonly #repairs = new Map<RealmId, Promise<void>>()
  #streamsChecked: Promise<void> | undefined
  #round = 0
  /** Rounds since Redis was asked and has not answered. */
  #unanswered = 0
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(db: Database, stream: EventStream, log: Logger, served: () => readonly Memory[]) {
    this.#db = db
    this.#stream = stream
    this.#log = log
    this.#served = served
  }

  start(): void {
    const tick = async () => {
      // Streams are not waited for: memory is looked after while Redis does not answer.
      this.#round++
      if (this.#unanswered > 0) this.#unanswered++
      await this.#check(this.#round % STREAMS_EVERY === 0).catch((error) =>
        this.#log.warn({ err: error }, 'event repair failed'),
      )
      if (!this.#stopped) this.#timer = setTimeout(tick, GAP_AGE_MS)
    }
    this.#timer = setTimeout(tick, GAP_AGE_MS)
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  /** One round. What lags is repaired when it lagged at the same place in the round before. */
  async check(): Promise<void> {
    await this.#check(true)
    await this.#streamsChecked
  }

  /** Whether Redis leaves questions of this process unanswered: for a second, or since it stopped answering. */
  get isRedisSilent(): boolean {
    return this.#unanswered >= SILENT_ROUNDS
  }

  /** Of the organization in memory where most is missing; undefined when none is in memory. */
  async lag(): Promise<LogLag | undefined> {
    const realms = this.#served().map((memory) => memory.id)
    if (realms.length === 0) return undefined
    const rows = await this.#db.run<{ realm_id: RealmId; seq: Seq }>(HEADS, [realms])
    const heads = new Map(rows.map((row) => [row.realm_id, row.seq]))
    const tips = this.isRedisSilent ? [] : await this.#stream.tips(realms).catch(() => [])
    const lags = this.#served().flatMap(({ id: realm, position }): LogLag[] => {
      const head = heads.get(realm)
      const stream = tips[realms.indexOf(realm)]?.head ?? null
      return head === undefined ? [] : [{ realm, head, stream, position }]
    })
    return lags.sort((a, b) => missing(b) - missing(a) || b.head - a.head)[0]
  }

  /** Makes the realm's stream hold the newest committed entries, without a gap. Shared by who asks meanwhile. */
  repair(realm: RealmId): Promise<void> {
    let running = this.#repairs.get(realm)
    if (running === undefined) {
      running = this.#repair(realm).finally(() => this.#repairs.delete(realm))
      this.#repairs.set(realm, running)
    }
    return running
  }

  /** The stream has entries that the log does not have: the next round lets it start over. */
  reportFork(realm: RealmId): void {
    this.#forked.add(realm)
  }

  /** Streams are looked at when somebody's memory says that there is something to see, or when it is time. */
  async #check(isTime: boolean): Promise<void> {
    // Positions before Postgres is asked: nothing that is committed can be beyond what it says then.
    const looked = this.#served().map((memory) => ({ memory, at: memory.position }))
    const realms = [...new Set([...looked.map(({ memory }) => memory.id), ...this.#forked])]
    if (realms.length === 0) return
    const rows = await this.#db.run<{ realm_id: RealmId; seq: Seq }>(HEADS, [realms])
    const heads = new Map(rows.map((row) => [row.realm_id, row.seq]))
    for (const { memory, at } of looked) {
      if (at > (heads.get(memory.id) ?? at)) this.#forked.add(memory.id)
    }
    const lags = looked.some(({ memory, at }) => at !== heads.get(memory.id))
    if (isTime || lags || this.#unanswered > 0 || this.#forked.size > 0 || this.#laggingStreams.size > 0) {
      this.#lookAtStreams(heads)
    }
    await Promise.all(looked.map(({ memory, at }) => this.#checkMemory(memory, at, heads.get(memory.id))))
  }

  #lookAtStreams(heads: ReadonlyMap<RealmId, Seq>): void {
    this.#unanswered ||= 1
    this.#streamsChecked ??= this.#checkStreams(heads)
      .catch((error) => this.#log.warn({ err: error }, 'event streams cannot be checked'))
      .finally(() => {
        this.#streamsChecked = undefined
      })
  }

  async #checkMemory(memory: Memory, at: Seq, head: Seq | undefined): Promise<void> {
    const { id: realm } = memory
    const lagged = this.#laggingMemories.get(realm) === at
    this.#laggingMemories.delete(realm)
    if (head === undefined || at === head) return
    if (at > head) {
      this.#log.error({ realm, at, head }, 'the event log has gone back: memory starts over')
      await memory.startOver()
    } else if (lagged) await memory.catchUp()
    else this.#laggingMemories.set(realm, at)
  }

  async #checkStreams(heads: ReadonlyMap<RealmId, Seq>): Promise<void> {
    const realms = [...heads.keys()]
    const tips = await this.#stream.tips(realms)
    this.#unanswered = 0
    for (const [index, realm] of realms.entries()) {
      const { head: at, epoch } = tips[index]!
      const head = heads.get(realm)!
      await this.#followEpoch(realm, epoch)
      const lagged = this.#laggingStreams.get(realm) === at
      this.#laggingStreams.delete(realm)
      if (
        this.#forked.has(realm) ||
        (at !== undefined && at > head && (await this.#isBeyondLog(realm, at)))
      ) {
        await this.#fork(realm, epoch)
      } else if (at === undefined || (at < head && lagged)) await this.repair(realm)
      else if (at < head) this.#laggingStreams.set(realm, at)
    }
  }

  /** A new epoch: the log has gone back, as this process or another has found. */
  async #followEpoch(realm: RealmId, epoch: number): Promise<void> {
    const known = this.#epochs.get(realm)
    if (known !== undefined && known !== epoch) {
      await this.#served()
        .find((memory) => memory.id === realm)
        ?.startOver()
      this.#forked.delete(realm)
    }
    this.#epochs.set(realm, epoch)
  }

  /** Appended is only what is committed: a stream's head that Postgres, asked afterwards, does not have is of another log. */
  async #isBeyondLog(realm: RealmId, at: Seq): Promise<boolean> {
    const [head] = await this.#db.run<{ seq: Seq }>(HEADS, [[realm]])
    return head !== undefined && at > head.seq
  }

  async #fork(realm: RealmId, epoch: number): Promise<void> {
    const [head] = await this.#db.run<{ seq: Seq }>(HEADS, [[realm]])
    if (head === undefined) return
    this.#log.error({ realm, head: head.seq }, 'the event log has gone back: its stream starts over')
    await this.#stream.fork(realm, await this.#floorFor(realm, head.seq), epoch)
    await this.#followEpoch(realm, epoch + 1)
    await this.repair(realm)
  }

  async #repair(realm: RealmId): Promise<void> {
    const [head] = await this.#db.run<{ seq: Seq }>(HEADS, [[realm]])
    if (head === undefined) return
    let at = (await this.#stream.tips([realm]))[0]!.head
    if (at === undefined || head.seq - at > MAX_REFILL) at = await this.#open(realm, head.seq, at)
    while (at < head.seq) {
      const entries: LogEntry[] = await this.#db.run<LogEntry>(READ, [realm, at, head.seq])
      const first = entries[0]
      if (first?.seq !== at + 1) {
        // The log was trimmed past the stream: there is nothing to continue it with.
        at = await this.#open(realm, head.seq, at)
        continue
      }
      const outcome = await this.#stream.append(realm, entries)
      if (outcome === 'forked') this.reportFork(realm)
      if (outcome === 'cold' || outcome === 'forked') return
      at = entries.at(-1)!.seq
      this.#log.info({ realm, from: first.seq, to: at }, 'repaired the event stream')
    }
  }

  async #open(realm: RealmId, head: Seq, at: Seq | undefined): Promise<Seq> {
    const floor = await this.#floorFor(realm, head)
    await this.#stream.open(realm, floor, at)
    return floor
  }

  /** What a stream begins after: what the log still has, but not too much of it. */
  async #floorFor(realm: RealmId, head: Seq): Promise<Seq> {
    const [oldest] = await this.#db.run<{ seq: Seq }>(OLDEST, [realm])
    if (oldest === undefined) return head
    return Math.max(Math.min(oldest.seq - 1, head), head - MAX_REFILL) as Seq
  }
}

const missing = ({ head, stream, position }: LogLag): number =>
  Math.max(head - position, stream === null ? 0 : head - stream)
