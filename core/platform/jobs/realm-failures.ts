import { databaseFailureOf } from '../db/servers/failures.ts'
import type { RealmId } from '../ids.ts'
import type { Logger } from '../log/log.ts'
import { redisFailureOf } from '../redis/redis.ts'

/** Most organizations that a message names. */
const MAX_NAMED = 20

/** Some organizations' work failed; the rest succeeded. `cause` is the first error. */
export class RealmsFailed extends Error {
  constructor(realms: readonly RealmId[], cause: unknown) {
    const named = realms.slice(0, MAX_NAMED).join(', ')
    const more = realms.length > MAX_NAMED ? ` and ${realms.length - MAX_NAMED} more` : ''
    super(`The work failed for the organizations ${named}${more}.`, { cause })
    this.name = 'RealmsFailed'
  }
}

/**
 * The organizations that failed in one run of a job for all organizations. A failure does not stop the
 * others. The next run tries again.
 */
export class RealmFailures {
  readonly #log: Logger
  readonly #errors = new Map<RealmId, unknown>()

  constructor(log: Logger) {
    this.#log = log
  }

  /** The organizations that failed in this run. */
  get realms(): readonly RealmId[] {
    return [...this.#errors.keys()]
  }

  /**
   * Does work of an organization, unless earlier work of it failed in this run. Logs an error and keeps it
   * for `throwIfAny`. Throws at once when Postgres or Redis is unreachable, because the others would fail
   * too.
   */
  async contain(realm: RealmId, work: () => Promise<void>): Promise<void> {
    if (this.#errors.has(realm)) return
    try {
      await work()
    } catch (error) {
      if (databaseFailureOf(error) === 'away' || redisFailureOf(error) === 'away') throw error
      this.#errors.set(realm, error)
      this.#log.error(
        { err: error, realm },
        'a job failed for one organization; it continues with the others',
      )
    }
  }

  /** Throws `RealmsFailed` when work of an organization failed. Called when the run has ended. */
  throwIfAny(): void {
    if (this.#errors.size === 0) return
    throw new RealmsFailed(this.realms, this.#errors.values().next().value)
  }
}
