import { getOrCreateSet } from '../../platform/collections/multimap.ts'
import type { UserId } from '../../platform/ids.ts'

const NOBODY: ReadonlySet<UserId> = new Set()

/** The muted users of an organization, in both directions. */
export class Mutes {
  readonly #mutedBy = new Map<UserId, Set<UserId>>()
  readonly #muters = new Map<UserId, Set<UserId>>()

  /** The users whom a user mutes. */
  mutedBy(user: UserId): ReadonlySet<UserId> {
    return this.#mutedBy.get(user) ?? NOBODY
  }

  /** The users who mute a user. */
  mutersOf(user: UserId): ReadonlySet<UserId> {
    return this.#muters.get(user) ?? NOBODY
  }

  /** Replaces the users whom a user mutes. */
  put(user: UserId, muted: readonly UserId[]): void {
    for (const former of this.mutedBy(user)) this.#muters.get(former)?.delete(user)
    if (muted.length === 0) this.#mutedBy.delete(user)
    else this.#mutedBy.set(user, new Set(muted))
    for (const other of muted) getOrCreateSet(this.#muters, other).add(user)
  }
}
