import { getOrCreateSet } from '../../platform/collections/multimap.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { UNKNOWN_USER } from '../../state/access/inaccessible-users.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { profilesOfUsers } from '../profile-fields/values.ts'
import { statusesOfUsers } from '../status/status.ts'
import { emitUserAdded } from './event.ts'

/** Collects which users become visible or invisible to which other users. */
export class VisibilityChanges {
  readonly #of = new Map<UserRecord, Set<UserId>>()

  add(user: UserRecord, by: UserId): void {
    getOrCreateSet(this.#of, user).add(by)
  }

  /** Emits the users who became visible, with their statuses. Two queries, or none. */
  async emitAdded(tx: Tx): Promise<void> {
    if (this.#of.size === 0) return
    const ids = [...this.#of.keys()].map((user) => user.id)
    const profiles = await profilesOfUsers(tx, ids)
    const statuses = await statusesOfUsers(tx, ids)
    for (const [user, readers] of this.#of) {
      const audience = toUsers(readers)
      emitUserAdded(tx, user, audience, profiles.get(user.id))
      const status = statuses.get(user.id)
      if (status !== undefined) tx.emit({ type: 'user_status', user_id: user.id, ...status }, audience)
    }
  }

  /** Emits the removal of the users who became invisible. */
  emitRemoved(tx: Tx): void {
    for (const [{ id }, readers] of this.#of) {
      const person = { user_id: id, full_name: UNKNOWN_USER }
      tx.emit({ type: 'realm_user', op: 'remove', person }, toUsers(readers))
    }
  }
}
