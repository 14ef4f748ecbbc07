import { MAX_WAITING_TRANSACTIONS_OF_ORGANIZATION } from '../../../config/limits.ts'
import type { RealmId } from '../ids.ts'
import { ACQUIRE_TIMEOUT_MS } from './time-limits.ts'

interface Transactions {
  running: number
  readonly waiting: Set<() => void>
}

/** The part of a process's connections to Postgres that the transactions of one organization may use together. */
export const WRITING_SHARE = 3 / 4
/**
 * The same part for registrations, which only read. After a restart all clients register at once; a few at a time keep the
 * processor busy, and messages that are sent meanwhile do not wait behind all of them.
 */
export const REGISTERING_SHARE = 0.3

/**
 * Bounds the transactions of one organization that run at the same time in a process. Those that write lock the
 * organization's log, so that most of them wait for one another. A further one waits for its turn, in order of arrival,
 * without a connection; so a loud organization leaves connections to others.
 */
export class OrganizationShares {
  readonly #atOnce: number
  readonly #timeoutMs: number
  readonly #transactions = new Map<RealmId, Transactions>()

  /** `poolSize`: the connections of this process. `share`: the part of them that one organization may use. */
  constructor(poolSize: number, share: number, timeoutMs = ACQUIRE_TIMEOUT_MS) {
    this.#atOnce = Math.max(1, Math.floor(poolSize * share))
    this.#timeoutMs = timeoutMs
  }

  /**
   * Runs `work` when it is the organization's turn. Rejects as a pool without a free connection does when too many wait already,
   * and when the turn does not come in time.
   */
  async inTurn<T>(realm: RealmId, work: () => Promise<T>): Promise<T> {
    const transactions = this.#transactions.get(realm) ?? { running: 0, waiting: new Set() }
    this.#transactions.set(realm, transactions)
    if (transactions.running < this.#atOnce) transactions.running++
    else await this.#turn(transactions)
    try {
      return await work()
    } finally {
      this.#leave(realm, transactions)
    }
  }

  #turn({ waiting }: Transactions): Promise<void> {
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
    })
  }

  #leave(realm: RealmId, transactions: Transactions): void {
    const [next] = transactions.waiting
    if (next !== undefined) {
      transactions.waiting.delete(next)
      next()
    } else if (--transactions.running === 0) this.#transactions.delete(realm)
  }
}
