import { insufficientPermission } from '../../platform/errors.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { ChannelId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { canSeeChannel, canSubscribe, canSubscribeOthers } from '../../state/access/channel-permissions.ts'
import { findActiveUsers } from '../../state/access/find-user.ts'
import type { Caller } from '../../state/caller.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { cannotAccessChannels } from '../errors.ts'
import { checkFolder } from '../folders/folders.ts'
import { wireChannel } from '../presenting/wire.ts'
import { auditSubscriptions } from '../subscriptions/audit.ts'
import { addMembers, checkSubscriptionCount } from '../subscriptions/subscribe.ts'
import { addChannels, checkCanCreateChannel, type NewChannel } from './create.ts'
import { sendJoinNotices } from './join-notices.ts'

export interface JoinRequest {
  /** Channels by name. Missing channels are created with these properties. Names are already checked. */
  readonly channels: readonly NewChannel[]
  /** The users to subscribe, by id or e-mail address; empty for the caller alone. */
  readonly principals?: readonly (number | string)[]
  /** Whether the whole request fails when the caller may not join one of the channels. */
  readonly authorizationErrorsFatal: boolean
  /** Whether new public channels are announced in the organization. Default: no. */
  readonly announces?: boolean
  /** Whether people get a message when somebody else subscribes them. Default: no. */
  readonly notifies?: boolean
  /** Whether new channels get no first message, because older ones follow. Default: no. */
  readonly startsEmpty?: boolean
  /** Colours for new subscribers, by channel names in lower case. */
  readonly colors?: ReadonlyMap<string, string>
}

export interface JoinResult {
  /** Names of the channels to which each user was newly subscribed, and was subscribed before. */
  readonly subscribed: ReadonlyMap<UserId, string[]>
  readonly alreadySubscribed: ReadonlyMap<UserId, string[]>
  /** Channels that the caller may not join, as the request names them. */
  readonly unauthorized: readonly string[]
  /** Whether messages about the subscriptions were sent, or would have been with recipients. */
  readonly areNotified: boolean
}

/**
 * Subscribes users to channels and creates missing channels, all in one transaction or nothing. Throws when
 * the caller may not create a channel, subscribe others, or join a channel (with `authorizationErrorsFatal`),
 * and for an unknown or deactivated principal.
 *
 * A private channel can hide everything except its name, because nobody can use the name again.
 */
export async function joinOrCreate(caller: Caller, request: JoinRequest): Promise<JoinResult> {
  const { core, realm } = caller
  return core.change(caller, async ({ tx, actor }) => {
    return joinIn(tx, realm, actor, request)
  })
}

/** Like `joinOrCreate`, in the caller's transaction, which has locked the organization. */
export async function joinIn(
  tx: Tx,
  realm: RealmState,
  actor: UserRecord,
  request: JoinRequest,
): Promise<JoinResult> {
  const users = request.principals?.length ? findActiveUsers(realm, actor, request.principals) : [actor]
  const { existing, missing, unauthorized } = classify(realm, actor, request.channels)
  checkSubscriptionCount(users.length, request.channels.length)
  for (const channel of missing) checkCanCreateChannel(realm, actor, channel)
  if (unauthorized.length > 0 && request.authorizationErrorsFatal) {
    throw cannotAccessChannels(unauthorized.join(', '))
  }

  for (const id of new Set(missing.map((channel) => channel.folderId))) {
    if (id != null) await checkFolder(tx, realm, id)
  }
  const created = await addChannels(tx, realm, actor.id, missing, users)
  const channels = [...existing, ...created]
  const hasOthers = users.some((user) => user.id !== actor.id)
  if (hasOthers && !channels.every((channel) => canSubscribeOthers(realm, actor, channel))) {
    throw insufficientPermission()
  }

  for (const channel of existing) {
    const withoutAccess = users.filter((user) => !canSeeChannel(realm, user, channel)).map((user) => user.id)
    if (withoutAccess.length === 0) continue
    const count = realm.membership.activeSubscribers(channel.id).length
    tx.emit(
      { type: 'stream', op: 'create', streams: [wireChannel(realm, channel, count)] },
      toUsers(withoutAccess),
    )
  }
  const ids = users.map((user) => user.id)
  const joined = await addMembers(
    tx,
    realm,
    channels.map((channel) => ({
      channel,
      users: ids,
      color: request.colors?.get(channel.name.toLowerCase()),
    })),
  )
  auditSubscriptions(tx, actor, 'subscribers_added', channels, joined)
  const arrived = newcomers(channels, joined)
  const joining = { actor, created, arrived, joined: newcomers(existing, joined) }
  return {
    ...subscriptionsByUser(channels, ids, joined),
    unauthorized,
    areNotified: await sendJoinNotices(tx, realm, joining, request),
  }
}

/** The channels to which each user was newly subscribed. */
function newcomers(channels: readonly ChannelRecord[], joined: ReadonlyMap<ChannelId, UserId[]>) {
  const byUser = new Map<UserId, ChannelRecord[]>()
  for (const channel of channels) {
    for (const user of joined.get(channel.id) ?? []) {
      const known = byUser.get(user)
      if (known === undefined) byUser.set(user, [channel])
      else known.push(channel)
    }
  }
  return byUser
}

/**
 * Separates the channels, each once, into channels to join, channels to create, and names of channels that
 * the actor may not join.
 */
function classify(realm: RealmState, actor: UserRecord, channels: readonly NewChannel[]) {
  const existing = new Set<ChannelRecord>()
  const missing = new Map<string, NewChannel>()
  const unauthorized = new Set<string>()
  for (const channel of channels) {
    const found = realm.channels.byName(channel.name)
    if (found === undefined) missing.set(channel.name.toLowerCase(), channel)
    else if (canSubscribe(realm, actor, found)) existing.add(found)
    else unauthorized.add(channel.name)
  }
  return { existing: [...existing], missing: [...missing.values()], unauthorized: [...unauthorized] }
}

function subscriptionsByUser(
  channels: readonly ChannelRecord[],
  users: readonly UserId[],
  joined: ReadonlyMap<ChannelId, UserId[]>,
) {
  const subscribed = new Map<UserId, string[]>()
  const alreadySubscribed = new Map<UserId, string[]>()
  for (const channel of channels) {
    const newUsers = new Set(joined.get(channel.id))
    for (const user of users) {
      const lists = newUsers.has(user) ? subscribed : alreadySubscribed
      const names = lists.get(user)
      if (names === undefined) lists.set(user, [channel.name])
      else names.push(channel.name)
    }
  }
  return { subscribed, alreadySubscribed }
}
