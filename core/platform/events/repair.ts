import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { skipLostIds } from '../db/skip-ids.ts'
import type { Columns } from '../db/statements/row.ts'
import { statement } from '../db/statements/statement.ts'
import type { RealmId, Seq } from '../ids.ts'
import type { Logger } from '../log/log.ts'
import type { LogLag } from '../processes/report.ts'
import type { EventHead, EventLog } from './entities.ts'
import type { EventStream } from './event-stream.ts'
import type { LogEntry } from './log.ts'
import { RECENT_ENTRIES, RecentEntries } from './recent-entries.ts'

/** With the time at which the server started, which no two servers have in common. */
const HEADS = statement(
  'events.heads',
  `SELECT realm_id AS "realmId", seq, pg_postmaster_start_time()::text AS server
   FROM event_head WHERE realm_id = ANY($1::int[])`,
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
const RECENT = statement(
  'events.recent',
  `SELECT seq, payload, audience FROM event_log WHERE realm_id = $1 AND seq > $2 - ${RECENT_ENTRIES} AND seq <= $2
   ORDER BY seq`, // event_log_pkey
)

/** The head of a realm's log, and the server that has it. */
type HeadRow = Columns<typeof EventHead, 'realmId' | 'seq'> & { readonly server: string }

/** Time between two rounds. A younger gap is left to the process that is about to fill it. */
const ROUND_MS = 100
/** Time between two rounds while all logs are quiet. */
const QUIET_ROUND_MS = 2_000
/** Time between two rounds while nobody uses this process either. */
const UNUSED_ROUND_MS = 10_000
/**
 * Each such round checks all logs; the other rounds check those that are due. All rounds do while all logs
 * are quiet.
 */
const FULL_ROUNDS = QUIET_ROUND_MS / ROUND_MS
/** A log is quiet when no entry has come for this number of rounds. */
const QUIET_AFTER_ROUNDS = FULL_ROUNDS
/**
 * Each such round checks the streams; the other rounds check them only when something lags. All full rounds
 * do.
 */
const STREAM_CHECK_ROUNDS = 5
/**
 * Redis counts as silent after this number of rounds without an answer. Counting rounds instead of time
 * leaves out the time in which this process was frozen.
 */
const SILENT_ROUNDS = 10

/** Most time that loading a realm waits for the epoch of its stream. */
const EPOCH_WITHIN_MS = 1_000

/**
 * Time in which the logs of all organizations are found rewound after one restore, so that ids are skipped
 * once.
 */
const ONE_RESTORE_MS = 60_000

/** Organizations whose memory is compared with the log in one round trip. */
const COMPARED_AT_ONCE = 100

/**
 * Most entries that a stream is refilled with; `event_log` has the older ones. It bounds how long new entries
 * wait for a stream that lost its old ones, however many entries a busy realm keeps.
 */
const MAX_REFILL = 10_000

/** A position, and the round in which it was new. */
interface Move {
  readonly position: Seq
  readonly round: number
}

/** The head of a log and the position of memory, as one round has read them. */
interface Checked {
  readonly realm: RealmId
  readonly head: Seq
  readonly position: Seq
}

/** A process's memory of a realm. */
export interface Memory {
  readonly id: RealmId
  /** Position of the newest entry that it contains. */
  readonly position: Seq
  /** Applies the entries of the log after its position. */
  catchUp(): Promise<void>
  /** Loads the realm from Postgres again, even at an earlier position. */
  startOver(): Promise<void>
  /**
   * Whether one of the entries is not the one that memory has applied at its position. Memory knows its
   * newest positions.
   */
  differsFrom(entries: readonly LogEntry[]): boolean
}

/**
 * Keeps the streams and the memory of the realms that this process serves consistent with the event log. It
 * fills gaps older than 100 ms, refills cold streams, and brings memory up to date when the stream does not.
 * It backs off: the next check of a log comes after as long as the log has been quiet, at most two seconds.
 * So its cost depends on the number of logs that move, and an entry after a pause costs a few checks. While
 * nobody uses the process, it checks every ten seconds, and at once after `endPause`.
 *
 * A log is rewound when Postgres was restored from a backup, or failed over to a standby that lacked the last
 * commits. Postgres is then authoritative: the stream and memory start over, event queues that knew the lost
 * entries end, and ids of lost rows are not given again. Since then the log may have reached its old length
 * again. So after each change of the server, its newest entries are compared with memory and with the
 * streams.
 *
 * Every gateway and worker runs a repairer. Repairs are idempotent, so several processes may make the same
 * one.
 */
export class Repairer {
  readonly #db: Database
  readonly #stream: EventStream
  readonly #log: Logger
  readonly #memories: () => readonly Memory[]
  readonly #isInUse: () => boolean
  /**
   * Positions of the streams and memories that lagged in the round before. One that has not moved since is
   * repaired.
   */
  readonly #laggingStreams = new Map<RealmId, Seq>()
  readonly #laggingMemories = new Map<RealmId, Seq>()
  /** The epochs of the streams when they were last checked. */
  readonly #epochs = new Map<RealmId, number>()
  /** The server that memory was compared with. */
  #server: string | undefined
  /** Realms whose streams were compared with the log of this server. */
  readonly #compared = new Set<RealmId>()
  /**
   * Realms whose streams must start over, each with the epoch of the loss. The epoch is undefined when Redis
   * has not told it. When the stream has a later one, another process has started it over.
   */
  readonly #forked = new Map<RealmId, number | undefined>()
  readonly #repairs = new Map<RealmId, Promise<void>>()
  #streamCheck: Promise<void> | undefined
  #round = 0
  /** When the position of each realm in memory changed last. */
  readonly #moves = new Map<RealmId, Move>()
  /** The last round in which a realm moved or lagged. */
  #lastMove = 0
  /** Rounds since the oldest request that Redis has not answered; 0 when Redis has answered all. */
  #unansweredRounds = 0
  /** When ids were skipped last, as `performance.now()`. */
  #idsSkippedAt = Number.NEGATIVE_INFINITY
  #skipping: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  /** Time until the next round, from the end of the former one; 0 during a round. */
  #pauseMs = 0
  #isStopped = false
  /** The heads that the last round that checked all logs has read; empty when it failed. */
  #checked: readonly Checked[] = []
  /** The heads of the streams when they were last checked; empty when that failed. */
  readonly #streamHeads = new Map<RealmId, Seq | undefined>()

  /** `isInUse`: whether somebody may notice soon that something was lost. */
  constructor(
    db: Database,
    stream: EventStream,
    log: Logger,
    memories: () => readonly Memory[],
    isInUse: () => boolean = () => true,
  ) {
    this.#db = db
    this.#stream = stream
    this.#log = log
    this.#memories = memories
    this.#isInUse = isInUse
  }

  start(): void {
    this.#tickIn(ROUND_MS)
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #tickIn(milliseconds: number): void {
    clearTimeout(this.#timer)
    if (this.#isStopped) return
    this.#pauseMs = milliseconds
    this.#timer = setTimeout(() => void this.#tick(), milliseconds)
  }

  async #tick(): Promise<void> {
    // A round does not wait for the check of the streams, so memory is repaired while Redis does not answer.
    this.#pauseMs = 0
    this.#round++
    if (this.#unansweredRounds > 0) this.#unansweredRounds++
    const isFull = this.#isQuiet || this.#round % FULL_ROUNDS === 0
    const hasFailed = await this.#check(isFull, isFull || this.#round % STREAM_CHECK_ROUNDS === 0).then(
      () => false,
      (error) => {
        this.#checked = []
        this.#log.warn({ err: error }, 'the event log cannot be checked; the next round tries again')
        return true
      },
    )
    if (this.#isQuiet) await this.#streamCheckOrPause()
    if (!this.#isQuiet || this.#unansweredRounds > 0) this.#tickIn(ROUND_MS)
    else this.#tickIn(hasFailed || this.#isInUse() ? QUIET_ROUND_MS : UNUSED_ROUND_MS)
  }

  /** Waits for the check of the streams, at most as long as between two rounds. */
  async #streamCheckOrPause(): Promise<void> {
    const ended = new AbortController()
    const pause = sleep(ROUND_MS, undefined, { signal: ended.signal }).catch(() => undefined)
    await Promise.race([this.#streamCheck, pause])
    ended.abort()
  }

  get #isQuiet(): boolean {
    return this.#round - this.#lastMove >= QUIET_AFTER_ROUNDS
  }

  /**
   * Runs one full round. It repairs the streams and memories that lagged at the same position in the round
   * before.
   */
  async check(): Promise<void> {
    await this.#check(true, true)
    await this.#streamCheck
  }

  /** Whether Redis has not answered this process for about a second. It ends with the next answer. */
  get isRedisSilent(): boolean {
    return this.#unansweredRounds >= SILENT_ROUNDS
  }

  /** The epoch that memory of the realm was loaded in; undefined while Redis has not told it. */
  epochOf(realm: RealmId): number | undefined {
    return this.#epochs.get(realm)
  }

  /**
   * Reads the epoch of the realm's stream. Call it before memory is loaded: the content of memory is then of
   * this epoch or a later one. Without it, a process that finds a loss before its first check of the stream
   * would start over a stream that another process has started over. The epoch stays unknown when Redis does
   * not answer within a second.
   */
  async learnEpoch(realm: RealmId): Promise<void> {
    this.#epochs.delete(realm)
    if (this.#stream.redis.status !== 'ready' || this.isRedisSilent) return
    const ended = new AbortController()
    const timeout = sleep(EPOCH_WITHIN_MS, undefined, { signal: ended.signal }).catch(() => undefined)
    const [tip] = (await Promise.race([this.#stream.tips([realm]).catch(() => []), timeout])) ?? []
    ended.abort()
    if (tip !== undefined) this.#epochs.set(realm, tip.epoch)
  }

  /** Starts memory over when another process has found that the realm's log was rewound. */
  async followEpoch(realm: RealmId): Promise<void> {
    const [tip] = await this.#stream.tips([realm])
    if (tip !== undefined) await this.#checkEpoch(realm, tip.epoch)
  }

  /**
   * Returns the lag of the organization in memory that lags most, as the last round that checked all logs has
   * found it; undefined without one.
   */
  lag(): LogLag | undefined {
    const lags = this.#checked.map(({ realm, head, position }): LogLag => {
      const stream = (this.isRedisSilent ? undefined : this.#streamHeads.get(realm)) ?? null
      return { realm, head, stream, position }
    })
    return lags.sort((a, b) => missingEntries(b) - missingEntries(a) || b.head - a.head)[0]
  }

  /**
   * Fills the realm's stream with the newest committed entries, without a gap. Concurrent calls share one
   * repair.
   */
  repair(realm: RealmId): Promise<void> {
    let running = this.#repairs.get(realm)
    if (running === undefined) {
      running = this.#repair(realm).finally(() => this.#repairs.delete(realm))
      this.#repairs.set(realm, running)
    }
    return running
  }

  /** Records that the stream lacks an entry before those that it was given. The next rounds check it. */
  reportGap(realm: RealmId): void {
    this.#moves.delete(realm)
    this.#lastMove = this.#round
    if (this.#pauseMs > ROUND_MS) this.#tickIn(ROUND_MS)
  }

  /** Checks all logs at once if nobody used this process: it is used now, or something may be lost. */
  endPause(): void {
    if (this.#pauseMs > QUIET_ROUND_MS) this.#tickIn(0)
  }

  /**
   * Records that memory or the stream of an epoch has entries that the log lacks. The next round starts the
   * stream over, unless it has begun another epoch.
   */
  reportFork(realm: RealmId, epoch = this.#epochs.get(realm)): void {
    const isKnown = this.#forked.has(realm)
    this.#forked.set(realm, epoch)
    if (isKnown) return
    // The stream may start over much later, when Redis is reachable.
    this.#skipLostIds().catch((error) =>
      this.#log.warn(
        { err: error },
        'the ids of lost rows cannot be skipped; starting the stream over tries again',
      ),
    )
  }

  /**
   * Checks the logs that are due, or all. Checks their streams too when they are due or when something lags.
   */
  async #check(isFull: boolean, areStreamsDue: boolean): Promise<void> {
    // The positions are read before the heads, so a position beyond its head is not in the log.
    const all = this.#memories().map((memory) => ({
      ...{ memory, at: memory.position },
      epoch: this.#epochs.get(memory.id),
    }))
    const due = all.filter(({ memory, at }) => this.#isDue(memory.id, at))
    if (this.#moves.size > all.length) this.#forgetUnloaded(all.map(({ memory }) => memory.id))
    const memories = isFull ? all : due
    const realms = [...new Set([...memories.map(({ memory }) => memory.id), ...this.#forked.keys()])]
    if (isFull && realms.length === 0) this.#checked = []
    if (realms.length === 0) return
    const rows = await this.#db.run<HeadRow>(HEADS, [realms])
    const heads = new Map(rows.map((row) => [row.realmId, row.seq]))
    if (isFull) {
      this.#checked = all.flatMap(({ memory: { id: realm }, at: position }) => {
        const head = heads.get(realm)
        return head === undefined ? [] : [{ realm, head, position }]
      })
    }
    await this.#compareWith(rows[0]?.server)
    for (const { memory, at, epoch } of memories) {
      if (at > (heads.get(memory.id) ?? at)) this.reportFork(memory.id, epoch)
    }
    const isAnyLagging =
      this.#laggingStreams.size > 0 || memories.some(({ memory, at }) => at !== heads.get(memory.id))
    if (isAnyLagging || this.#forked.size > 0) this.#lastMove = this.#round
    if (areStreamsDue || isAnyLagging || this.#unansweredRounds > 0 || this.#forked.size > 0) {
      this.#startStreamCheck(heads)
    }
    await Promise.all(memories.map(({ memory, at }) => this.#checkMemory(memory, at, heads.get(memory.id))))
  }

  /** Compares memory with the log when the server has changed, and lets the streams be compared too. */
  async #compareWith(server: string | undefined): Promise<void> {
    if (server === undefined || server === this.#server) return
    // Memory that was loaded before the first round is of that server.
    if (this.#server !== undefined) {
      this.#compared.clear()
      const memories = this.#memories()
      for (let n = 0; n < memories.length; n += COMPARED_AT_ONCE)
        await this.#compareMemories(memories.slice(n, n + COMPARED_AT_ONCE))
    }
    this.#server = server
  }

  async #compareMemories(memories: readonly Memory[]): Promise<void> {
    const epochs = memories.map(({ id }) => this.#epochs.get(id))
    const entries = await this.#db.together((sql) =>
      memories.map(({ id, position }) => sql.run<LogEntry>(RECENT, [id, position])),
    )
    for (const [n, memory] of memories.entries()) {
      if (!memory.differsFrom(entries[n]!)) continue
      this.#log.error({ realm: memory.id }, 'Postgres has lost entries of the event log; memory starts over')
      this.reportFork(memory.id, epochs[n])
      await memory.startOver()
    }
  }

  /**
   * Whether the stream has other entries than the log. Each stream is compared once with each server of
   * Postgres.
   */
  async #hasLostEntries(realm: RealmId, at: Seq): Promise<boolean> {
    if (this.#compared.has(realm)) return false
    const streamed = new RecentEntries()
    for (const entry of await this.#stream.newest(realm, RECENT_ENTRIES)) streamed.add(entry)
    if (streamed.differFrom(await this.#db.run<LogEntry>(RECENT, [realm, at]))) return true
    this.#compared.add(realm)
    return false
  }

  /**
   * Whether the realm's log has moved since the round before, or 1, 2, 4, 8 or 16 rounds ago, or its memory
   * or stream lags.
   */
  #isDue(realm: RealmId, position: Seq): boolean {
    const known = this.#moves.get(realm)
    if (known?.position !== position) {
      this.#moves.set(realm, { position, round: this.#round })
      this.#lastMove = this.#round
      return true
    }
    const rounds = this.#round - known.round
    const isDoubled = rounds < QUIET_AFTER_ROUNDS && (rounds & (rounds - 1)) === 0
    return isDoubled || this.#laggingMemories.has(realm) || this.#laggingStreams.has(realm)
  }

  #forgetUnloaded(loaded: readonly RealmId[]): void {
    const kept = new Set(loaded)
    for (const realm of this.#moves.keys()) {
      if (kept.has(realm)) continue
      this.#moves.delete(realm)
      this.#laggingMemories.delete(realm)
      this.#laggingStreams.delete(realm)
      this.#streamHeads.delete(realm)
    }
  }

  /** Checks the streams in the background, unless a check is running. */
  #startStreamCheck(heads: ReadonlyMap<RealmId, Seq>): void {
    this.#unansweredRounds ||= 1
    this.#streamCheck ??= this.#checkStreams(heads)
      .catch((error) => {
        this.#streamHeads.clear()
        this.#log.warn({ err: error }, 'event streams cannot be checked; the next round tries again')
      })
      .finally(() => {
        this.#streamCheck = undefined
      })
  }

  async #checkMemory(memory: Memory, at: Seq, head: Seq | undefined): Promise<void> {
    const { id: realm } = memory
    const laggedBefore = this.#laggingMemories.get(realm) === at
    this.#laggingMemories.delete(realm)
    if (head === undefined || at === head) return
    if (at > head) {
      this.#log.error({ realm, at, head }, 'the event log in Postgres was rewound; memory starts over')
      await memory.startOver()
    } else if (laggedBefore) await memory.catchUp()
    else this.#laggingMemories.set(realm, at)
  }

  async #checkStreams(heads: ReadonlyMap<RealmId, Seq>): Promise<void> {
    const realms = [...heads.keys()]
    const tips = await this.#stream.tips(realms)
    this.#unansweredRounds = 0
    for (const [index, realm] of realms.entries()) {
      const tip = tips[index]
      if (tip === undefined) continue
      const { head: at, epoch } = tip
      this.#streamHeads.set(realm, at)
      const head = heads.get(realm)!
      await this.#checkEpoch(realm, epoch)
      const laggedBefore = this.#laggingStreams.get(realm) === at
      this.#laggingStreams.delete(realm)
      if (
        this.#isForkedIn(realm, epoch) ||
        (at !== undefined && at > head && (await this.#isBeyondLog(realm, at))) ||
        (at !== undefined && (await this.#hasLostEntries(realm, at)))
      ) {
        await this.#fork(realm, epoch)
      } else if (at === undefined || (at < head && laggedBefore)) await this.repair(realm)
      else if (at < head) this.#laggingStreams.set(realm, at)
    }
  }

  /** Whether it is known that entries of this epoch are lost. Forgets the facts of another epoch. */
  #isForkedIn(realm: RealmId, epoch: number): boolean {
    if (!this.#forked.has(realm)) return false
    const known = this.#forked.get(realm)
    if (known === undefined || known === epoch) return true
    this.#forked.delete(realm)
    return false
  }

  /** Starts memory over when the epoch is new: this process or another has found that the log was rewound. */
  async #checkEpoch(realm: RealmId, epoch: number): Promise<void> {
    const known = this.#epochs.get(realm)
    if (known !== undefined && known !== epoch) {
      await this.#memories()
        .find((memory) => memory.id === realm)
        ?.startOver()
      this.#forked.delete(realm)
    }
    this.#epochs.set(realm, epoch)
  }

  /**
   * Whether the stream's head is beyond the log's head, which this reads again. Processes append committed
   * entries only, so the log then lost entries.
   */
  async #isBeyondLog(realm: RealmId, at: Seq): Promise<boolean> {
    const [head] = await this.#db.run<HeadRow>(HEADS, [[realm]])
    return head !== undefined && at > head.seq
  }

  async #fork(realm: RealmId, epoch: number): Promise<void> {
    const [head] = await this.#db.run<HeadRow>(HEADS, [[realm]])
    if (head === undefined) return
    this.#log.error(
      { realm, head: head.seq },
      'the event log in Postgres was rewound; its stream starts over',
    )
    await this.#skipLostIds()
    await this.#stream.fork(realm, await this.#floorFor(realm, head.seq), epoch)
    await this.#checkEpoch(realm, epoch + 1)
    await this.repair(realm)
  }

  async #skipLostIds(): Promise<void> {
    if (performance.now() - this.#idsSkippedAt < ONE_RESTORE_MS) return
    this.#skipping ??= skipLostIds(this.#db).finally(() => {
      this.#skipping = undefined
    })
    await this.#skipping
    this.#idsSkippedAt = performance.now()
  }

  async #repair(realm: RealmId): Promise<void> {
    const [head] = await this.#db.run<HeadRow>(HEADS, [[realm]])
    if (head === undefined) return
    let at = (await this.#stream.tips([realm]))[0]?.head
    if (at === undefined || head.seq - at > MAX_REFILL) at = await this.#open(realm, head.seq, at)
    while (at < head.seq) {
      // Another process may start the stream over before these entries arrive there; then nothing is left to
      // do.
      const epoch = this.#epochs.get(realm)
      const entries: LogEntry[] = await this.#db.run<LogEntry>(READ, [realm, at, head.seq])
      const first = entries[0]
      if (first?.seq !== at + 1) {
        // The log was trimmed past the stream's head, so the stream begins at the log's oldest entry.
        at = await this.#open(realm, head.seq, at)
        continue
      }
      const outcome = await this.#stream.append(realm, entries, epoch)
      if (outcome === 'forked') this.reportFork(realm, epoch)
      if (outcome === 'newEpoch') await this.followEpoch(realm)
      if (outcome === 'cold' || outcome === 'forked' || outcome === 'newEpoch') return
      at = entries.at(-1)!.seq
      this.#log.info({ realm, from: first.seq, to: at }, 'repaired the event stream')
    }
  }

  async #open(realm: RealmId, head: Seq, at: Seq | undefined): Promise<Seq> {
    const floor = await this.#floorFor(realm, head)
    await this.#stream.open(realm, floor, at)
    return floor
  }

  /**
   * Returns the position after which a refilled stream begins: the oldest entry's position, bounded by
   * `MAX_REFILL`.
   */
  async #floorFor(realm: RealmId, head: Seq): Promise<Seq> {
    const [oldest] = await this.#db.run<Columns<typeof EventLog, 'seq'>>(OLDEST, [realm])
    if (oldest === undefined) return head
    return Math.max(Math.min(oldest.seq - 1, head), head - MAX_REFILL) as Seq
  }
}

/**
 * Returns the number of entries that memory or the stream lacks, whichever is more. A stream that cannot be
 * read counts 0.
 */
const missingEntries = ({ head, stream, position }: LogLag): number =>
  Math.max(head - position, stream === null ? 0 : head - stream)
