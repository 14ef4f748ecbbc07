import type { RealmId } from '../../core/platform/ids.ts'

/** Wake-ups of more organizations than this are a wake-up of all. */
const MAX_NAMED = 1_000

/** The organizations that wake-ups have named since the last poll. */
export class WokenRealms {
  #named: Set<RealmId> | 'all' = new Set()

  /** `realm`: undefined when any organization may have work. */
  add(realm: RealmId | undefined): void {
    if (this.#named === 'all') return
    if (realm !== undefined) this.#named.add(realm)
    if (realm === undefined || this.#named.size > MAX_NAMED) this.#named = 'all'
  }

  /** Returns the organizations, and forgets them. */
  take(): ReadonlySet<RealmId> | 'all' {
    const named = this.#named
    this.#named = new Set()
    return named
  }
}
