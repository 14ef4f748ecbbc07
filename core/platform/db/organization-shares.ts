import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_WAITING_TRANSACTIONS_OF_ORGANIZATION } from '../../../config/limits.ts'
import type { RealmId } from '../ids.ts'
import { ACQUIRE_TIMEOUT_MS } from './servers/time-limits.ts'

interface Transactions {
  running: number
  readonly waiting: Set<() => void>
  /** No further transaction begins before this time of `performance.now()`. */
  restsUntil: number
}

/**
 * Limits on one organization's concurrent transactions: a part of a process's connections, and at most
 * `most`.
 */
interface Share {
  readonly part: number
  readonly most: number
}

/**
 * One transaction holds the log; one more waits in Postgres. More of them would make other processes wait
 * longer when this one becomes slow.
 */
export const WRITING_SHARE: Share = { part: 3 / 4, most: 2 }
/**
 * The same for registrations, which only read. After a restart all clients register at once; a few at a time
 * keep the processor busy, and messages that are sent meanwhile do not wait behind all of them.
 */
export const REGISTERING_SHARE: Share = { part: 0.3, most: Number.POSITIVE_INFINITY }

/** The network to Postgres is slow while every answer takes longer than this many milliseconds. */
export const SLOW_ANSWER_MS = 200

/** Time between two looks whether a rest has ended. */
const REST_LOOK_MS = 20

/** Most milliseconds for which an organization rests after a transaction over a slow network. */
const MAX_REST_MS = 3_000

/**
 * Bounds the transactions of one organization that run at the same time in a process. Those that write lock
 * the organization's log, so that most of them wait for one another. A further one waits for its turn, in
 * order of arrival, without a connection; so a loud organization leaves connections to others.
 *
 * Over a slow network each round trip of a transaction holds up the other processes that write in the
 * organization. Then one transaction runs at a time, and after it none begins for as long as it has locked
 * the log. So the others wait for one slow transaction, and not for several in a row.
 */
export class OrganizationShares {
  readonly #atOnce: number
  readonly #timeoutMs: number
  #isNetworkSlow = false
  readonly #transactions = new Map<RealmId, Transactions>()

  /** `poolSize`: the connections of this process. `share`: the part of them for one organization. */
  constructor(poolSize: number, share: Share, timeoutMs = ACQUIRE_TIMEOUT_MS) {
    this.#atOnce = Math.max(1, Math.min(share.most, Math.floor(poolSize * share.part)))
    this.#timeoutMs = timeoutMs
  }

  /**
   * Runs `work` when it is the organization's turn. Rejects as a pool without a free connection does when too
   * many wait already, and when the turn does not come in time.
   */
  async inTurn<T>(realm: RealmId, work: () => Promise<T>): Promise<T> {
    const transactions = this.#transactions.get(realm) ?? { running: 0, waiting: new Set(), restsUntil: 0 }
    this.#transactions.set(realm, transactions)
    if (transactions.waiting.size === 0 && this.#mayBegin(transactions)) transactions.running++
    else await this.#turn(realm, transactions)
    try {
      return await work()
    } finally {
      transactions.running--
      this.#beginWaiting(realm, transactions)
    }
  }

  /**
   * Records a transaction that runs: for how many milliseconds it has locked the log, and how many of them
   * the quickest answer of Postgres took.
   */
  noteLock(realm: RealmId, lockedMs: number, quickestAnswerMs: number): void {
    this.#isNetworkSlow = quickestAnswerMs > SLOW_ANSWER_MS
    const transactions = this.#transactions.get(realm)
    if (transactions === undefined) return
    transactions.restsUntil = this.#isNetworkSlow ? performance.now() + Math.min(lockedMs, MAX_REST_MS) : 0
  }

  isResting(realm: RealmId): boolean {
    return this.#restOf(realm) > 0
  }

  /** Resolves at the end of the organization's rest. */
  async rest(realm: RealmId): Promise<void> {
    // The rest ends early when the network turns out to be quick.
    while (this.isResting(realm)) await sleep(Math.min(REST_LOOK_MS, Math.ceil(this.#restOf(realm))))
  }

  #restOf(realm: RealmId): number {
    return (this.#transactions.get(realm)?.restsUntil ?? 0) - performance.now()
  }

  #mayBegin({ running, restsUntil }: Transactions): boolean {
    return running < (this.#isNetworkSlow ? 1 : this.#atOnce) && performance.now() >= restsUntil
  }

  #turn(realm: RealmId, transactions: Transactions): Promise<void> {
    const { waiting } = transactions
    return new Promise((resolve, reject) => {
      const refuse = () =>
        reject(new Error('Timeout acquiring a connection: the organization uses its share'))
      if (waiting.size >= MAX_WAITING_TRANSACTIONS_OF_ORGANIZATION) return refuse()
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(begin)
        refuse()
      }, this.#timeoutMs)
      waiting.add(begin)
      if (waiting.size === 1) this.#beginWaiting(realm, transactions)
    })
  }

  /** Begins those that wait and whose turn it is, at once or after the rest. */
  #beginWaiting(realm: RealmId, transactions: Transactions): void {
    for (const begin of transactions.waiting) {
      if (!this.#mayBegin(transactions)) break
      transactions.waiting.delete(begin)
      transactions.running++
      begin()
    }
    if (transactions.running > 0) return
    const restMs = transactions.restsUntil - performance.now()
    if (restMs > 0) setTimeout(() => this.#beginWaiting(realm, transactions), Math.ceil(restMs)).unref()
    else if (this.#transactions.get(realm) === transactions) this.#transactions.delete(realm)
  }
}
