import { statement } from '../../platform/db/statement.ts'
import type { Tx } from '../../platform/db/transact.ts'
import { ApiError } from '../../platform/errors.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { findUserOrSystemBot } from '../../state/users/find.ts'
import { markSenderAsRead } from '../reads/mark-all.ts'
import { mutedUsersOf } from './list.ts'

const MUTE = statement(
  'muted-user.mute',
  `INSERT INTO muted_user (realm_id, user_id, muted_user_id) VALUES ($1, $2, $3)
   ON CONFLICT (user_id, muted_user_id) DO NOTHING RETURNING muted_user_id`,
)
const UNMUTE = statement(
  'muted-user.unmute',
  'DELETE FROM muted_user WHERE user_id = $1 AND muted_user_id = $2 RETURNING muted_user_id', // muted_user_pkey
)

/**
 * Mutes a person or a bot, system bots too, for the user: what that one sends arrives read from now on, and what was sent before
 * is marked as read. Throws for oneself, for nobody the user may know of, and when it is muted already.
 */
export async function muteUser(caller: Caller, id: UserId): Promise<void> {
  const { core, realm, user } = caller
  if (id === user.id) throw new ApiError('Cannot mute self')
  await core.change(caller, async ({ tx, actor }) => {
    findUserOrSystemBot(realm, actor, id)
    if ((await tx.run(MUTE, [realm.id, actor.id, id])).length === 0) throw new ApiError('User already muted')
    await emitMutes(tx, actor.id)
  })
  await markSenderAsRead(caller, id)
}

/** Ends that (spec.md DELETE /users/me/muted_users): bots and deactivated users too. */
export async function unmuteUser(caller: Caller, id: UserId): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    findUserOrSystemBot(realm, actor, id)
    if ((await tx.run(UNMUTE, [actor.id, id])).length === 0) throw new ApiError('User is not muted')
    await emitMutes(tx, actor.id)
  })
}

async function emitMutes(tx: Tx, user: UserId): Promise<void> {
  const muted_users = await mutedUsersOf(tx, user)
  emitChange(tx, { type: '_mutes', user, muted: muted_users.map((one) => one.id) })
  tx.emit({ type: 'muted_users', muted_users }, toUsers([user]))
}
