import type { UserId } from '../../platform/ids.ts'
import type { Presence } from './presence.ts'
import type { PresenceChanges } from './store.ts'

/** Outdated entries are removed when there are at least this many and more of them than of the others. */
const MIN_OVERTAKEN = 1_000

/** An organization's presence in a process's memory, in the order of changes. */
export class PresenceMirror {
  readonly #byUser = new Map<UserId, Presence>()
  /** Ascending by update id; an entry counts while it is its user's newest. */
  #log: Presence[] = []
  #last = 0
  #version = 0

  /** Increases with each change. */
  get version(): number {
    return this.#version
  }

  /** Memory has everything up to this update id. */
  get last(): number {
    return this.#last
  }

  get size(): number {
    return this.#byUser.size
  }

  get(user: UserId): Presence | undefined {
    return this.#byUser.get(user)
  }

  /** Applies the store's answer to a request with `last` or an earlier id. */
  take({ last, isRestored, changes }: PresenceChanges): void {
    if (isRestored) this.#forget()
    for (const presence of changes) {
      if (presence.updateId <= this.#last) continue
      this.#byUser.set(presence.user, presence)
      this.#log.push(presence)
      this.#version++
    }
    this.#last = Math.max(this.#last, last)
    if (this.#log.length > 2 * this.#byUser.size + MIN_OVERTAKEN) {
      this.#log = this.#log.filter((entry) => this.#isNewest(entry))
    }
  }

  /** Presences with update ids after `updateId`, ascending. */
  since(updateId: number): Presence[] {
    return this.#log.slice(this.#indexAfter(updateId)).filter((entry) => this.#isNewest(entry))
  }

  /** The largest number that `since` would return. */
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
    this.#version++
    this.#byUser.clear()
    this.#log = []
    this.#last = 0
  }
}
