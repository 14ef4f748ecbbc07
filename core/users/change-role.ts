import type { Core } from '../core.ts'
import { statement } from '../db/statement.ts'
import { ApiError } from '../errors.ts'
import { toRealm } from '../events/audience.ts'
import type { UserId } from '../ids.ts'
import { emitChange } from '../realm/changes.ts'
import type { RealmState } from '../realm/state.ts'
import { findUser } from './find.ts'
import { isOwner, type Role, type UserRecord } from './record.ts'

const CHANGE_ROLE = statement('user.change-role', 'UPDATE user_account SET role = $2 WHERE id = $1')

/**
 * Gives a user another role and tells the organization; nothing happens when the user has it already.
 * Throws when there is no such user and when the organization would be left without an active owner.
 * Whether the acting user may do it is the caller's to ask.
 */
export async function changeRole(core: Core, realm: RealmState, id: UserId, role: Role): Promise<void> {
  await core.transact(realm.realm, async (tx) => {
    await realm.holdStill(tx)
    const user = findUser(realm, id)
    if (user.role === role) return
    if (isOnlyOwner(realm, user)) {
      // spec.md "Permissions": the only owner keeps the role.
      throw new ApiError('The owner permission cannot be removed from the only organization owner.')
    }
    await tx.run(CHANGE_ROLE, [id, role])
    emitChange(tx, { type: '_user', user: { ...user, role } })
    tx.emit({ type: 'realm_user', op: 'update', person: { user_id: id, role } }, toRealm)
  })
}

/** Whether the user is an active owner and nobody else is: bots and deactivated users are none. */
export function isOnlyOwner(realm: RealmState, user: UserRecord): boolean {
  const isActiveOwner = (one: UserRecord) => isOwner(one) && one.isActive && !one.isBot
  return (
    isActiveOwner(user) && ![...realm.users].some((other) => other.id !== user.id && isActiveOwner(other))
  )
}
