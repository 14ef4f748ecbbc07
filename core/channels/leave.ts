import type { Tx } from '../platform/db/transact.ts'
import { insufficientPermission } from '../platform/errors.ts'
import type { Caller } from '../state/caller.ts'
import { findChannelByName } from '../state/channels/find.ts'
import { canUnsubscribeOthers, isOwnSubscriber } from '../state/channels/permissions.ts'
import type { ChannelRecord } from '../state/channels/record.ts'
import type { RealmState } from '../state/realm/state.ts'
import { findActiveUsers } from '../state/users/find.ts'
import type { UserRecord } from '../state/users/record.ts'
import { checkSubscriptionCount, removeMembers } from './subscribe.ts'

export interface LeaveRequest {
  /** Names of channels. */
  readonly channels: readonly string[]
  /** Who is unsubscribed, by id or e-mail address; the caller alone when it is empty. */
  readonly principals?: readonly (number | string)[]
}

export interface LeaveResult {
  /** Names of the channels that at least one of the users was unsubscribed from, and the others. */
  readonly removed: readonly string[]
  readonly notRemoved: readonly string[]
}

/**
 * Unsubscribes users from channels, all of it in one transaction, or nothing. Throws STREAM_DOES_NOT_EXIST
 * for a channel the caller may not know of, and when the caller may not unsubscribe one of the users.
 */
export async function leaveChannels(caller: Caller, request: LeaveRequest): Promise<LeaveResult> {
  const { core, realm } = caller
  return core.change(caller, async ({ tx, actor }) => {
    return leaveIn(tx, realm, actor, request)
  })
}

/** As `leaveChannels`, in the caller's transaction, which holds the realm still. */
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
  const names = (removed: boolean) =>
    channels.filter((channel) => left.has(channel.id) === removed).map((channel) => channel.name)
  return { removed: names(true), notRemoved: names(false) }
}
