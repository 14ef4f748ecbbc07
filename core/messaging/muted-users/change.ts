import { toUsers } from '../../platform/events/audience.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { findUserOrSystemBot } from '../../state/access/find-user.ts'
import type { Caller } from '../../state/caller.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { markSenderAsRead } from '../marking/mark-sender.ts'
import { MutedUser } from './entity.ts'
import { alreadyMuted, cannotMuteSelf, userNotMuted } from './errors.ts'
import { mutedUsersOf } from './list.ts'

/**
 * Mutes a user or a bot, including system bots: their new messages arrive read for the caller, and their
 * earlier ones are marked as read. Throws `cannotMuteSelf`, `noSuchUser` and `alreadyMuted`.
 */
export async function muteUser(caller: Caller, id: UserId): Promise<void> {
  const { core, realm, user } = caller
  if (id === user.id) throw cannotMuteSelf()
  await core.change(caller, async ({ tx, actor }) => {
    findUserOrSystemBot(realm, actor, id)
    const mute = { userId: actor.id, mutedUserId: id }
    if ((await tx.em.count(MutedUser, mute)) > 0) throw alreadyMuted()
    await tx.em.insert(MutedUser, { ...mute, realmId: realm.id })
    await emitMutes(tx, actor.id)
  })
  await markSenderAsRead(caller, id)
}

/**
 * Unmutes a user or a bot, active or not (spec.md DELETE /users/me/muted_users). Throws `noSuchUser` and
 * `userNotMuted`.
 */
export async function unmuteUser(caller: Caller, id: UserId): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    findUserOrSystemBot(realm, actor, id)
    const deleted = await tx.em.nativeDelete(MutedUser, { userId: actor.id, mutedUserId: id })
    if (deleted === 0) throw userNotMuted()
    await emitMutes(tx, actor.id)
  })
}

async function emitMutes(tx: Tx, user: UserId): Promise<void> {
  const muted_users = await mutedUsersOf(tx, user)
  emitChange(tx, { type: '_mutes', user, muted: muted_users.map((muted) => muted.id) })
  tx.emit({ type: 'muted_users', muted_users }, toUsers([user]))
}
