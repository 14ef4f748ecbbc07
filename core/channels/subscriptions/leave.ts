import { insufficientPermission } from '../../platform/errors.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { canUnsubscribeOthers, isOwnSubscriber } from '../../state/access/channel-permissions.ts'
import { findChannelByName } from '../../state/access/find-channel.ts'
import { findActiveUsers } from '../../state/access/find-user.ts'
import type { Caller } from '../../state/caller.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { auditSubscriptions } from './audit.ts'
import { checkSubscriptionCount, removeMembers } from './subscribe.ts'

export interface LeaveRequest {
  /** Names of channels. */
  readonly channels: readonly string[]
  /** The users to unsubscribe, by id or e-mail address; empty for the caller alone. */
  readonly principals?: readonly (number | string)[]
}

export interface LeaveResult {
  /** Names of the channels that at least one user left, and of the others. */
  readonly removed: readonly string[]
  readonly notRemoved: readonly string[]
}

/**
 * Unsubscribes users from channels, all in one transaction or nothing. Throws STREAM_DOES_NOT_EXIST for a
 * channel that the caller cannot see, and when the caller may not unsubscribe one of the users.
 */
export async function leaveChannels(caller: Caller, request: LeaveRequest): Promise<LeaveResult> {
  const { core, realm } = caller
  return core.change(caller, async ({ tx, actor }) => {
    return leaveIn(tx, realm, actor, request)
  })
}

/** Like `leaveChannels`, in the caller's transaction, which has locked the organization. */
export async function leaveIn(
  tx: Tx,
  realm: RealmState,
  actor: UserRecord,
  request: LeaveRequest,
): Promise<LeaveResult> {
  const users = request.principals?.length ? findActiveUsers(realm, actor, request.principals) : [actor]
  checkSubscriptionCount(users.length, request.channels.length)
  const channels = [...new Set(request.channels.map((name) => findChannelByName(realm, actor, name)))]
  const others = users.some((user) => !isOwnSubscriber(actor, user))
  const isAllowed = (channel: ChannelRecord) => !others || canUnsubscribeOthers(realm, actor, channel)
  if (!channels.every(isAllowed)) throw insufficientPermission()
  const ids = users.map((user) => user.id)
  const left = await removeMembers(
    tx,
    realm,
    channels.map((channel) => ({ channel, users: ids })),
  )
  auditSubscriptions(tx, actor, 'subscribers_removed', channels, left)
  const names = (removed: boolean) =>
    channels.filter((channel) => left.has(channel.id) === removed).map((channel) => channel.name)
  return { removed: names(true), notRemoved: names(false) }
}
