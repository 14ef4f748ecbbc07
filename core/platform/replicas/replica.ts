import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import type { ReadSource } from '../db/read-source.ts'
import { allOf } from '../db/servers/all-of.ts'
import { databaseFailureOf } from '../db/servers/failures.ts'
import { REPLICA_PROBE_MS } from '../db/servers/time-limits.ts'
import { type Sql, type Statement, statement } from '../db/statements/statement.ts'
import type { RealmId } from '../ids.ts'
import type { Logger } from '../log/log.ts'
import { type LogPosition, readPosition } from './log-position.ts'

/** Milliseconds after which this process stops waiting for a replica. */
export interface ReplicaLimits {
  /** For a connection and its position. */
  readonly answerMs: number
  /** For all statements of a read after that. */
  readonly readMs: number
}

/** How a read on a replica ended. */
export type Outcome =
  | 'answered'
  /** The replica lacks entries of the log. */
  | 'behind'
  /** The replica does not continue the history of the primary: one of them was promoted or restored. */
  | 'other history'
  /** It is the primary: one of the servers of DATABASE_URL was promoted. */
  | 'no standby'
  | 'slow'
  | 'failed'
  /** The organization changed while the replica answered. */
  | 'outrun'

/** The outcome of `Replica.read`. `refused`: the read threw an error that is none of the replica. */
export type Answer<T> =
  | { readonly outcome: 'answered'; readonly result: T }
  | { readonly outcome: 'refused'; readonly error: unknown }
  | { readonly outcome: Exclude<Outcome, 'answered'> }

/** Thrown by a read whose permissions in memory are newer than the replica's snapshot. */
export class Outrun extends Error {}

/** A replica that lacks more entries than this is not asked again before a probe finds them there. */
const FAR_BEHIND = 100
/** SQLSTATE of a statement that exceeded its time limit. */
const CANCELED = '57014'

/**
 * One replica. After a failure it rests: no read uses it until a probe, once a second, finds that it answers
 * and has the missing entries.
 */
export class Replica {
  readonly name: string
  readonly #db: Database
  readonly #log: Logger
  readonly #limits: ReplicaLimits
  readonly #outcomes = new Map<Outcome, number>()
  #active = 0
  #lag = 0
  #isResting = false
  #probe: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(name: string, db: Database, log: Logger, limits: ReplicaLimits) {
    this.name = name
    this.#db = db
    this.#log = log
    this.#limits = limits
  }

  get isResting(): boolean {
    return this.#isResting
  }

  /** Reads that hold a connection. */
  get active(): number {
    return this.#active
  }

  figures() {
    return { server: this.name, isUsed: !this.#isResting, lag: this.#lag, outcomes: this.#outcomes }
  }

  /** Runs `read` in one snapshot that reaches `wanted`. Never rejects. */
  async read<T>(
    realm: RealmId,
    wanted: LogPosition,
    read: (source: ReadSource, at: LogPosition) => Promise<T>,
    { isLong = false } = {},
  ): Promise<Answer<T>> {
    const answer = await this.#attempt(realm, wanted, read, isLong ? undefined : this.#limits.readMs)
    const outcome = answer.outcome === 'refused' ? 'answered' : answer.outcome
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1)
    return answer
  }

  /** Waits until the replica has replayed the WAL up to `wanted`; false when it has not in time, or fails. */
  async reaches(realm: RealmId, wanted: LogPosition, milliseconds: number): Promise<boolean> {
    const end = performance.now() + milliseconds
    for (;;) {
      const at = await this.#ask(realm).catch((error) => this.#rest(realm, wanted, error))
      if (at !== undefined && lacks(at, wanted) === undefined && at.wal >= wanted.wal) return true
      if (this.#isResting || performance.now() > end) return false
      await sleep(100)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#probe)
    await this.#db.close()
  }

  async #attempt<T>(
    realm: RealmId,
    wanted: LogPosition,
    read: (source: ReadSource, at: LogPosition) => Promise<T>,
    readMs: number | undefined,
  ): Promise<Answer<T>> {
    const deadline = new Deadline(this.#limits.answerMs)
    const work: Attempt = {}
    this.#active++
    const running = this.#db
      .snapshot(async (sql): Promise<T | undefined> => {
        const at = await this.#locate(sql, realm, readMs)
        deadline.extend(readMs)
        work.lack = lacks(at, wanted)
        this.#lag = at === undefined ? 0 : Math.max(0, wanted.seq - at.seq)
        if (work.lack !== undefined) return undefined
        const source = sourceOf(this.#db, sql, (error) => {
          work.failedStatement ??= error
        })
        return read(source, at!).catch((error) => {
          work.failedRead = error
          throw error
        })
      })
      .finally(() => this.#active--)
    try {
      const result = await Promise.race([running, deadline.passed])
      if (work.lack === undefined) return { outcome: 'answered', result: result as T }
      if (work.lack !== 'behind' || this.#lag > FAR_BEHIND) this.#rest(realm, wanted, work.lack)
      return { outcome: work.lack }
    } catch (thrown) {
      running.catch(() => undefined) // the deadline has passed
      if (work.failedRead instanceof Outrun) return { outcome: 'outrun' }
      const error = thrown instanceof DeadlinePassed ? thrown : (work.failedStatement ?? thrown)
      if (error === work.failedRead && work.failedStatement === undefined)
        return { outcome: 'refused', error }
      if ((error as { code?: unknown }).code === CANCELED) return { outcome: 'slow' }
      const isSlow = error instanceof DeadlinePassed
      if (isSlow || databaseFailureOf(error) !== undefined) this.#rest(realm, wanted, error)
      return { outcome: isSlow ? 'slow' : 'failed' }
    } finally {
      deadline.clear()
    }
  }

  /** Reads the snapshot's position. Statements after it have a time limit. */
  async #locate(sql: Sql, realm: RealmId, readMs: number | undefined): Promise<LogPosition | undefined> {
    if (readMs === undefined) return readPosition(sql, realm)
    const [at] = await allOf([readPosition(sql, realm), sql.run(timeLimit(readMs))])
    return at
  }

  /** Reads the position outside of a snapshot, with a deadline. */
  async #ask(realm: RealmId): Promise<LogPosition | undefined> {
    const deadline = new Deadline(this.#limits.answerMs)
    const position = readPosition(this.#db, realm)
    position.catch(() => undefined)
    try {
      return await Promise.race([position, deadline.passed])
    } finally {
      deadline.clear()
    }
  }

  #rest(realm: RealmId, wanted: LogPosition, reason: unknown): void {
    if (this.#isResting || this.#isClosed) return
    this.#isResting = true
    const why = reason instanceof Error ? reason.message : reason
    this.#log.warn(
      { replica: this.name, reason: why },
      'a replica is not used; the primary answers its reads',
    )
    const probe = async () => {
      const at = await this.#ask(realm).catch(() => undefined)
      const hasIt = lacks(at, wanted) === undefined
      if (this.#isClosed) return
      this.#isResting = !hasIt
      if (hasIt) this.#log.info({ replica: this.name }, 'the replica is used again')
      else this.#probe = setTimeout(probe, REPLICA_PROBE_MS).unref()
    }
    this.#probe = setTimeout(probe, REPLICA_PROBE_MS).unref()
  }
}

/** The outcome of a read. */
interface Attempt {
  lack?: Lack | undefined
  /** The error of a statement on the replica. */
  failedStatement?: unknown
  /** The error that the read threw. */
  failedRead?: unknown
}

type Lack = 'behind' | 'other history' | 'no standby'

/** Returns why a server cannot answer a read; undefined when it can. */
function lacks(at: LogPosition | undefined, wanted: LogPosition): Lack | undefined {
  if (at === undefined) return 'behind'
  if (at.history !== wanted.history) return 'other history'
  if (!at.isStandby) return 'no standby'
  return at.seq >= wanted.seq ? undefined : 'behind'
}

const timeLimit = (milliseconds: number): Statement =>
  statement('', `SET LOCAL statement_timeout = ${Math.round(milliseconds)}`)

const CUSTOM_PLAN = statement('', 'SET LOCAL plan_cache_mode = force_custom_plan')

/** A snapshot as a source; `onFailure` gets the error of a statement. */
function sourceOf(server: Database, sql: Sql, onFailure: (error: unknown) => void): ReadSource {
  const run = <Row>(query: Statement, values?: readonly unknown[]) =>
    sql.run<Row>(query, values).catch((error) => {
      onFailure(error)
      throw error
    })
  return {
    server,
    isReplica: true,
    run,
    runWithin: async <Row>(milliseconds: number, query: Statement, values?: readonly unknown[]) => {
      const [, , rows] = await allOf([
        run(timeLimit(milliseconds)),
        run(CUSTOM_PLAN),
        run<Row>(query, values),
      ])
      return rows
    },
  }
}

class DeadlinePassed extends Error {
  constructor() {
    super('no answer in time')
  }
}

/** Rejects `passed` when the time is up. */
class Deadline {
  readonly passed: Promise<never>
  #reject!: (error: Error) => void
  #timer: NodeJS.Timeout

  constructor(milliseconds: number) {
    this.passed = new Promise((_, reject) => {
      this.#reject = reject
    })
    this.passed.catch(() => undefined)
    this.#timer = setTimeout(() => this.#reject(new DeadlinePassed()), milliseconds)
  }

  /** Gives this much time from now on; without a number, as much as it takes. */
  extend(milliseconds: number | undefined): void {
    this.clear()
    if (milliseconds !== undefined) {
      this.#timer = setTimeout(() => this.#reject(new DeadlinePassed()), milliseconds)
    }
  }

  clear(): void {
    clearTimeout(this.#timer)
  }
}
