import { insufficientPermission } from '../../platform/errors.ts'
import type { ChannelId, UserId } from '../../platform/ids.ts'
import { canSubscribeOthers } from '../../state/access/channel-permissions.ts'
import { findActiveUsers } from '../../state/access/find-user.ts'
import type { Caller } from '../../state/caller.ts'
import { checkFolder } from '../folders/folders.ts'
import { addMembers } from '../subscriptions/subscribe.ts'
import { addChannels, checkCanCreateChannel, type NewChannel } from './create.ts'
import { sendJoinNotices } from './join-notices.ts'

export interface CreateRequest {
  /** A channel whose name is already checked. */
  readonly channel: NewChannel
  readonly subscribers: readonly UserId[]
  readonly announces: boolean
  /** Whether subscribers get a message that they were subscribed. */
  readonly notifies: boolean
}

/**
 * Creates a channel with its first subscribers, who need not include the caller. Throws
 * CHANNEL_ALREADY_EXISTS, when the caller may not create the channel or subscribe others to it, and for an
 * unknown or deactivated subscriber.
 */
export async function createChannel(
  caller: Caller,
  { channel, subscribers, announces, notifies }: CreateRequest,
): Promise<ChannelId> {
  const { core, realm } = caller
  return core.change(caller, async ({ tx, actor }) => {
    checkCanCreateChannel(realm, actor, channel)
    if (channel.folderId != null) await checkFolder(tx, realm, channel.folderId)
    const users = findActiveUsers(realm, actor, subscribers)
    const created = await addChannels(tx, realm, actor.id, [channel], users)
    const hasOthers = users.some((user) => user.id !== actor.id)
    if (hasOthers && !canSubscribeOthers(realm, actor, created[0]!)) {
      throw insufficientPermission()
    }
    const ids = users.map((user) => user.id)
    await addMembers(tx, realm, [{ channel: created[0]!, users: ids }])
    const arrived = new Map(ids.map((id) => [id, created]))
    const joining = { actor, created, arrived, joined: arrived }
    await sendJoinNotices(tx, realm, joining, { announces, notifies })
    return created[0]!.id
  })
}
