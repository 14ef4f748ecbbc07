import type { RealmId, Seq } from '../../core/platform/ids.ts'
import type { Logger } from '../../core/platform/log/log.ts'

/**
 * Most positions to remember. The oldest are forgotten, and reported again when a client reads them again.
 */
const MAX_REPORTED = 1_000

/**
 * Reports each entry of a realm's log that cannot be written as an event once, however many clients read it.
 */
export class UnwritableEntries {
  readonly #log: Logger
  readonly #realm: RealmId
  readonly #reported = new Set<Seq>()

  constructor(log: Logger, realm: RealmId) {
    this.#log = log
    this.#realm = realm
  }

  report(position: Seq, err: unknown): void {
    if (this.#reported.has(position)) return
    if (this.#reported.size >= MAX_REPORTED) {
      const [oldest] = this.#reported
      this.#reported.delete(oldest!)
    }
    this.#reported.add(position)
    this.#log.error(
      { err, realm: this.#realm, position },
      'an event cannot be written for a client; the client does not get it',
    )
  }

  /** Forgets all positions, because the log gives them again. */
  clear(): void {
    this.#reported.clear()
  }
}
