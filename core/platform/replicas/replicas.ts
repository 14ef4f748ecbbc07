import { hostOf } from '../../../config/database-address.ts'
import { REPLICA_CONNECTIONS } from '../../../config/limits.ts'
import { Database } from '../db/database.ts'
import type { ReadSource } from '../db/read-source.ts'
import {
  REPLICA_ANSWER_MS,
  REPLICA_CATCH_UP_MS,
  REPLICA_CONNECT_TIMEOUT_MS,
  REPLICA_READ_MS,
} from '../db/servers/time-limits.ts'
import type { Sql } from '../db/statements/statement.ts'
import type { RealmId } from '../ids.ts'
import type { Logger } from '../log/log.ts'
import { type LogPosition, readPosition } from './log-position.ts'
import { type Answer, type Outcome, Replica, type ReplicaLimits } from './replica.ts'

/**
 * Why the primary answered a read that a replica may answer. `busy`: all connections of the replicas were in
 * use.
 */
export type Fallback = Exclude<Outcome, 'answered'> | 'busy' | 'resting' | 'unknown position'

/** The figures of one replica, for the metrics. */
export interface ReplicaFigures {
  /** Host and port. */
  readonly server: string
  readonly isUsed: boolean
  /** Entries of an organization's log that the replica lacked when it was last asked. */
  readonly lag: number
  readonly outcomes: ReadonlyMap<Outcome, number>
}

/**
 * The replicas of Postgres that reads may use. A read names the position that it needs; a replica answers in
 * one snapshot that reaches it, and the primary answers otherwise. Nobody waits for a replica that lags, and
 * no error of a replica reaches the caller.
 */
export class Replicas {
  readonly #servers: readonly Replica[]
  readonly #fallbacks = new Map<Fallback, number>()
  #turn = 0

  private constructor(servers: readonly Replica[]) {
    this.#servers = servers
  }

  /** Connects at the first read, so replicas may be away. */
  static async open(
    urls: readonly string[],
    log: Logger,
    statementTimeoutMs?: number,
    limits: ReplicaLimits = { answerMs: REPLICA_ANSWER_MS, readMs: REPLICA_READ_MS },
  ): Promise<Replicas> {
    const servers = urls.map(async (url) => {
      const db = await Database.open({
        url,
        poolSize: REPLICA_CONNECTIONS,
        isReplica: true,
        connectTimeoutMs: REPLICA_CONNECT_TIMEOUT_MS,
        statementTimeoutMs,
      })
      return new Replica(hostOf(url), db, log, limits)
    })
    return new Replicas(await Promise.all(servers))
  }

  get isEmpty(): boolean {
    return this.#servers.length === 0
  }

  /**
   * Runs `read` in one snapshot of a replica whose log reaches `wanted`. Returns undefined when none can
   * answer; the caller then asks the primary. Throws the errors of `read` that are not the replica's.
   */
  async read<T>(
    realm: RealmId,
    wanted: LogPosition,
    read: (source: ReadSource, at: LogPosition) => Promise<T>,
  ): Promise<Answer<T> | undefined> {
    const replica = this.#choose()
    if (replica === undefined) return undefined
    const answer = await replica.read(realm, wanted, read)
    if (answer.outcome === 'answered') return answer
    if (answer.outcome === 'refused') throw answer.error
    this.countFallback(answer.outcome)
    return undefined
  }

  /**
   * Finds a replica for a long read, such as an export, that has everything that was committed before the
   * call, in tables without events too. Waits for it up to REPLICA_CATCH_UP_MS. Undefined when there is none.
   */
  async forLongRead(primary: Database, realm: RealmId): Promise<LongRead | undefined> {
    if (this.isEmpty) return undefined
    const wanted = await readPosition(primary, realm)
    const replica = wanted && this.#choose()
    if (wanted === undefined || replica === undefined) return undefined
    if (await replica.reaches(realm, wanted, REPLICA_CATCH_UP_MS)) return new LongRead(replica, realm, wanted)
    this.countFallback('behind')
    return undefined
  }

  /** Counts a read that the primary answers. */
  countFallback(reason: Fallback): void {
    this.#fallbacks.set(reason, (this.#fallbacks.get(reason) ?? 0) + 1)
  }

  get fallbacks(): ReadonlyMap<Fallback, number> {
    return this.#fallbacks
  }

  figures(): ReplicaFigures[] {
    return this.#servers.map((replica) => replica.figures())
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map((replica) => replica.close()))
  }

  /** Returns the least busy replica; those that are equally busy take turns. */
  #choose(): Replica | undefined {
    const usable = this.#servers.filter((replica) => !replica.isResting)
    const free = usable.filter(({ active }) => active < REPLICA_CONNECTIONS)
    if (free.length === 0) {
      this.countFallback(usable.length === 0 ? 'resting' : 'busy')
      return undefined
    }
    const least = Math.min(...free.map(({ active }) => active))
    const candidates = free.filter(({ active }) => active === least)
    return candidates[this.#turn++ % candidates.length]
  }
}

/** One long snapshot of a replica. When the replica fails, the caller repeats its work on the primary. */
export class LongRead {
  readonly #replica: Replica
  readonly #realm: RealmId
  readonly #wanted: LogPosition
  #hasFailed = false

  constructor(replica: Replica, realm: RealmId, wanted: LogPosition) {
    this.#replica = replica
    this.#realm = realm
    this.#wanted = wanted
  }

  /** Whether `snapshot` has rejected because of the replica. */
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  /** As `Database.snapshot`. */
  async snapshot<T>(read: (sql: Sql) => Promise<T>): Promise<T> {
    const answer = await this.#replica.read(this.#realm, this.#wanted, read, { isLong: true })
    if (answer.outcome === 'answered') return answer.result
    if (answer.outcome === 'refused') throw answer.error
    this.#hasFailed = true
    throw new Error(`the read on a replica ended: ${answer.outcome}`)
  }
}
