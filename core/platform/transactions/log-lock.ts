import type { Database } from '../db/database.ts'
import { SLOW_ANSWER_MS } from '../db/organization-shares.ts'
import { TooSlow } from '../db/servers/failures.ts'
import { MAX_SLOW_LOCK_MS } from '../db/servers/time-limits.ts'
import { type Sql, statement } from '../db/statements/statement.ts'
import type { RealmId } from '../ids.ts'

const PING = statement('transaction.ping', 'SELECT 1')

/**
 * Watches how long one transaction locks its organization's log, and how late the answers of Postgres are
 * meanwhile. Over a slow network each round trip holds up the other processes that write in the organization.
 */
export class LogLock {
  readonly #db: Database
  readonly #realm: RealmId
  #lockedAt: number | undefined
  /** The times of the latest two answers. One slow statement is not a slow network. */
  #answersMs: readonly [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]

  /** `lockedAt`: when the transaction locked the log, as `performance.now()`; undefined while it has not. */
  constructor(db: Database, realm: RealmId, lockedAt: number | undefined) {
    this.#db = db
    this.#realm = realm
    this.#lockedAt = lockedAt
  }

  /** Begins the lock, if it has not begun. */
  begin(): void {
    this.#lockedAt ??= performance.now()
  }

  /** Measures how long an answer takes. */
  async timed<T>(answer: Promise<T>): Promise<T> {
    const since = performance.now()
    const result = await answer
    this.#answersMs = [this.#answersMs[1], performance.now() - since]
    return result
  }

  /** Whether the lock has held up others for too long because of the network. */
  get isTooSlow(): boolean {
    return this.#isNetworkSlow && this.#lockedMs > MAX_SLOW_LOCK_MS
  }

  /** Throws `TooSlow` when the network is still slow. One round trip. */
  async check(sql: Sql): Promise<void> {
    await this.timed(sql.run(PING))
    if (this.isTooSlow) throw new TooSlow()
  }

  /**
   * Tells the organization's next transactions of a slow network before this one ends, because they may get
   * the log before.
   */
  warn(): void {
    if (this.#isNetworkSlow) this.#db.shares.noteLock(this.#realm, this.#lockedMs, this.#quickestMs)
  }

  /**
   * Tells the organization's next transactions how long the lock has lasted. When answers were late, asks
   * whether the network is.
   */
  async end(): Promise<void> {
    const { shares } = this.#db
    if (this.#lockedAt === undefined || this.#quickestMs === Number.POSITIVE_INFINITY) return
    const lockedMs = this.#lockedMs
    shares.noteLock(this.#realm, lockedMs, this.#quickestMs)
    if (!this.#isNetworkSlow) return
    try {
      const since = performance.now()
      await this.#db.run(PING)
      shares.noteLock(this.#realm, lockedMs, performance.now() - since)
    } catch {
      // The network is worse than slow.
    }
  }

  get #quickestMs(): number {
    return Math.min(...this.#answersMs)
  }

  get #isNetworkSlow(): boolean {
    const quickest = this.#quickestMs
    return this.#lockedAt !== undefined && quickest > SLOW_ANSWER_MS && quickest < Number.POSITIVE_INFINITY
  }

  get #lockedMs(): number {
    return this.#lockedAt === undefined ? 0 : performance.now() - this.#lockedAt
  }
}
