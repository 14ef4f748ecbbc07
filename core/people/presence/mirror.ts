import type { UserId } from '../../platform/ids.ts'
import type { Presence } from './presence.ts'
import type { PresenceChanges } from './store.ts'

/** Entries that were overtaken are dropped when there are more of them than of the others, and this many. */
const MIN_OVERTAKEN = 1_000

/** What a process remembers of a realm's presence: everyone's, in the order of changes. */
export class PresenceMirror {
  readonly #byUser = new Map<UserId, Presence>()
  /** Ascending by update id; an entry counts while it is its user's newest. */
  #log: Presence[] = []
  #last = 0

  /** Everything up to this update id is here. */
  get last(): number {
    return this.#last
  }

  get size(): number {
    return this.#byUser.size
  }

  get(user: UserId): Presence | undefined {
    return this.#byUser.get(user)
  }

  /** Takes what the store answered to a question that was asked with `last` or an earlier one. */
  take({ last, isRestored, changes }: PresenceChanges): void {
    if (isRestored) this.#forget()
    for (const presence of changes) {
      if (presence.updateId <= this.#last) continue
      this.#byUser.set(presence.user, presence)
      this.#log.push(presence)
    }
    this.#last = Math.max(this.#last, last)
    if (this.#log.length > 2 * this.#byUser.size + MIN_OVERTAKEN) {
      this.#log = this.#log.filter((one) => this.#isNewest(one))
    }
  }

  /** Everyone's, by ascending update id, from those after `updateId` on. */
  since(updateId: number): Presence[] {
    return this.#log.slice(this.#indexAfter(updateId)).filter((one) => this.#isNewest(one))
  }

  /** How many `since` would return at most. */
  countSince(updateId: number): number {
    return this.#log.length - this.#indexAfter(updateId)
  }

  #isNewest(presence: Presence): boolean {
    return this.#byUser.get(presence.user) === presence
  }

  #indexAfter(updateId: number): number {
    let low = 0
    let high = this.#log.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#log[middle]!.updateId > updateId) high = middle
      else low = middle + 1
    }
    return low
  }

  #forget(): void {
    this.#byUser.clear()
    this.#log = []
    this.#last = 0
  }
}
