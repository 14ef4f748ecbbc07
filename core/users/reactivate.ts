import type { Core } from '../core.ts'
import type { UserId } from '../ids.ts'
import type { RealmState } from '../realm/state.ts'
import { setActive } from './deactivate.ts'
import { findUserToAdminister } from './find.ts'
import type { UserRecord } from './record.ts'

/**
 * Makes a deactivated account active again: with its key, its subscriptions and its role. Bots of its owner stay
 * as they are. Nothing happens when it is active. Throws to who is no administrator.
 */
export async function reactivateUser(
  core: Core,
  realm: RealmState,
  acting: UserRecord,
  id: UserId,
): Promise<void> {
  await core.transact(realm.realm, async (tx) => {
    await realm.holdStill(tx)
    const user = findUserToAdminister(realm, realm.users.get(acting.id)!, id)
    if (user.isActive) return
    await setActive(tx, realm, [user], true)
  })
}
