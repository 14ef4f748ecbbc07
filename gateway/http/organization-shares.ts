import { MAX_WAITING_REQUESTS_OF_ORGANIZATION } from '../../config/limits.ts'
import type { RealmId } from '../../core/platform/ids.ts'
import { DEPENDENCY_ERRORS } from './failures.ts'

interface Requests {
  running: number
  readonly waiting: (() => void)[]
}

/** The part of a gateway's connections to Postgres that the requests of one organization may use together. */
const SHARE = 3 / 4

/**
 * Bounds the requests of one organization that run at the same time in a gateway, so that an organization cannot take all
 * connections to Postgres: a further request of a loud one waits for its own organization, in order of arrival, and a
 * request of another one finds a connection.
 */
export class OrganizationShares {
  readonly #atOnce: number
  readonly #requests = new Map<RealmId, Requests>()

  /** `poolSize`: the gateway's connections to Postgres. */
  constructor(poolSize: number) {
    this.#atOnce = Math.max(1, Math.floor(poolSize * SHARE))
  }

  /** Runs `work` when it is the organization's turn. Throws 503 when too many requests wait already. */
  async inTurn<T>(realm: RealmId, work: () => Promise<T>): Promise<T> {
    const requests = this.#requests.get(realm) ?? { running: 0, waiting: [] }
    this.#requests.set(realm, requests)
    if (requests.running < this.#atOnce) requests.running++
    else if (requests.waiting.length >= MAX_WAITING_REQUESTS_OF_ORGANIZATION)
      throw DEPENDENCY_ERRORS.database.busy()
    else await new Promise<void>((resolve) => requests.waiting.push(resolve))
    try {
      return await work()
    } finally {
      this.#leave(realm, requests)
    }
  }

  #leave(realm: RealmId, requests: Requests): void {
    const next = requests.waiting.shift()
    if (next !== undefined) next()
    else if (--requests.running === 0) this.#requests.delete(realm)
  }
}
