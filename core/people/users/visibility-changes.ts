import type { Tx } from '../../platform/db/transact.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { UserId } from '../../platform/ids.ts'
import { setOf } from '../../platform/set-map.ts'
import { UNKNOWN_USER } from '../../state/users/inaccessible.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { profilesOfUsers } from '../profile-fields/values.ts'
import { statusesOfUsers } from '../status/status.ts'
import { emitUserAdded } from './event.ts'

/** Users who come into the sight of others, or leave it: of whom, each with those. */
export class VisibilityChanges {
  readonly #of = new Map<UserRecord, Set<UserId>>()

  add(user: UserRecord, by: UserId): void {
    setOf(this.#of, user).add(by)
  }

  /** Tells everybody of those who have come into sight, with what they say of themselves. Two queries, or none. */
  async introduce(tx: Tx): Promise<void> {
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

  /** Tells everybody of those who are out of sight. */
  part(tx: Tx): void {
    for (const [{ id }, readers] of this.#of) {
      const person = { user_id: id, full_name: UNKNOWN_USER }
      tx.emit({ type: 'realm_user', op: 'remove', person }, toUsers(readers))
    }
  }
}
