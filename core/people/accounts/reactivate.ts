import { insufficientPermission } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import { findUser, findUserToAdminister } from '../../state/access/find-user.ts'
import type { Caller } from '../../state/caller.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { isErased } from '../../state/users/erased.ts'
import { accountIsMerged, personIsErased } from '../../state/users/errors.ts'
import { checkBotName } from '../bots/find.ts'
import { canCreateBot } from '../bots/permissions.ts'
import { setActive } from './deactivate.ts'

/**
 * Reactivates an account at an operator's request. Throws as `reactivateUser`. Returns whether it was
 * inactive.
 */
export const reactivateAsOperator = (core: Core, realm: RealmState, id: UserId): Promise<boolean> =>
  core.changeAsSystem(realm, async (tx) => {
    const user = findUser(realm, id)
    if (user.isActive) return false
    if (isErased(user)) throw personIsErased()
    if (user.mergedIntoId !== null) throw accountIsMerged()
    if (user.isBot) checkBotName(realm, user.fullName, user)
    await setActive(tx, realm, [user], true)
    return true
  })

/**
 * Reactivates an account with its key, subscriptions and role. The owner's bots stay deactivated. Does
 * nothing when the account is active. Throws unless the caller is an administrator, for a person whose data
 * was erased, and for a merged account.
 */
export async function reactivateUser(caller: Caller, id: UserId): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    const user = findUserToAdminister(realm, actor, id)
    if (user.isActive) return
    if (isErased(user)) throw personIsErased()
    if (user.mergedIntoId !== null) throw accountIsMerged()
    if (user.isBot) {
      if (!canCreateBot(realm, actor, user.botType!)) throw insufficientPermission()
      checkBotName(realm, user.fullName, user)
    }
    await setActive(tx, realm, [user], true)
  })
}
