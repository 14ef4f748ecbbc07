import { getOrCreateSet } from '../../platform/collections/multimap.ts'
import type { UserId } from '../../platform/ids.ts'

/** The users with whom guests share direct conversations; restricted guests can see them. */
export class GuestDmPartners {
  readonly #of = new Map<UserId, Set<UserId>>()

  has(guest: UserId, other: UserId): boolean {
    return this.#of.get(guest)?.has(other) ?? false
  }

  add(guest: UserId, others: readonly UserId[]): void {
    for (const other of others) getOrCreateSet(this.#of, guest).add(other)
  }
}
