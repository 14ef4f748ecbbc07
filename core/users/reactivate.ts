import { checkBotName } from '../bots/find.ts'
import { canCreateBot } from '../bots/permissions.ts'
import type { Core } from '../core.ts'
import { ApiError } from '../errors.ts'
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
  await core.change(realm, acting, async (tx, actor) => {
    const user = findUserToAdminister(realm, actor, id)
    if (user.isActive) return
    if (user.isBot) {
      if (!canCreateBot(realm, actor, user.botType!)) throw new ApiError('Insufficient permission')
      checkBotName(realm, user.fullName, user)
    }
    await setActive(tx, realm, [user], true)
  })
}
