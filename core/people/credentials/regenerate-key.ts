import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Caller } from '../../state/caller.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { User } from '../../state/users/entity.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { emitBotChanged } from '../bots/event.ts'
import { findBot } from '../bots/find.ts'
import { forgetDevices } from '../push-devices/register.ts'

/**
 * Gives the caller, or a bot that the caller may administer, another API key and resolves to it. The former
 * key is refused, queues that were opened with it end, and the devices of the account are forgotten. Throws
 * when the caller may not administer the bot.
 */
export async function regenerateKey(caller: Caller, bot?: number): Promise<string> {
  const { core, realm } = caller
  const id: UserId = await core.change(caller, async ({ tx, actor }) => {
    const user = await replaceKey(tx, bot === undefined ? actor : findBot(realm, actor, bot))
    emitBotChanged(tx, realm, user, {}, { withKey: true })
    return user.id
  })
  return realm.apiKeyOf(realm.users.get(id)!)
}

/**
 * Replaces a user's API key in the caller's transaction, which has locked the organization. Returns the
 * changed user.
 */
export async function replaceKey(tx: Tx, user: UserRecord): Promise<UserRecord> {
  const keyVersion = user.keyVersion + 1
  await tx.em.nativeUpdate(User, { id: user.id }, { keyVersion })
  await forgetDevices(tx, [user.id])
  const changed = { ...user, keyVersion }
  emitChange(tx, { type: '_user', user: changed })
  return changed
}
