import type { Core } from '../core.ts'
import { ApiError } from '../errors.ts'
import { toUsers } from '../events/audience.ts'
import type { ChannelId, UserId } from '../ids.ts'
import type { RealmState } from '../realm/state.ts'
import { isGuest, type UserRecord } from '../users/record.ts'
import { addChannels, type NewChannel } from './create.ts'
import { canCreateChannels, canSubscribe, canSubscribeOthers } from './permissions.ts'
import type { ChannelRecord } from './record.ts'
import { addMembers } from './subscribe.ts'
import { wireChannel } from './wire.ts'

export interface JoinRequest {
  /** Channels by name; one that does not exist is created with these properties. Names are checked already. */
  readonly channels: readonly NewChannel[]
  /** Who is subscribed; the actor alone when undefined. */
  readonly principals?: readonly UserRecord[]
  /** Whether a channel that the actor may not join fails the whole request. */
  readonly authorizationErrorsFatal: boolean
}

export interface JoinResult {
  /** Names of the channels each user was newly subscribed to, and was subscribed to before. */
  readonly subscribed: ReadonlyMap<UserId, string[]>
  readonly alreadySubscribed: ReadonlyMap<UserId, string[]>
  /** Channels the actor may not join. */
  readonly unauthorized: readonly string[]
}

/**
 * Subscribes users to channels and creates those that do not exist: all of it in one transaction, or
 * nothing. Throws when the actor may not create, not subscribe others, or not join (unless told to go on).
 */
export async function joinOrCreate(
  core: Core,
  realm: RealmState,
  actor: UserRecord,
  request: JoinRequest,
): Promise<JoinResult> {
  const users = request.principals ?? [actor]
  const others = users.some((user) => user.id !== actor.id)
  if (others && !canSubscribeOthers(actor)) throw new ApiError('Insufficient permission')
  return core.transact(realm.realm, async (tx) => {
    await realm.holdStill(tx)
    const existing: ChannelRecord[] = []
    const unauthorized: string[] = []
    const wanting = new Map<string, NewChannel>()
    for (const channel of request.channels) {
      const found = realm.channels.byName(channel.name)
      if (found === undefined) wanting.set(channel.name.toLowerCase(), channel)
      else if (canSubscribe(realm, actor, found)) existing.push(found)
      else unauthorized.push(channel.name)
    }
    if (unauthorized.length > 0 && request.authorizationErrorsFatal) {
      throw new ApiError(`Unable to access channel (${unauthorized.join(', ')}).`)
    }
    if (wanting.size > 0 && !canCreateChannels(actor)) throw new ApiError('Insufficient permission')
    const ids = users.map((user) => user.id)
    const created = await addChannels(tx, realm, actor.id, [...wanting.values()], ids)
    const channels = [...new Map([...existing, ...created].map((channel) => [channel.id, channel])).values()]

    // A guest does not know of a channel until it is subscribed, nor anyone of a private one.
    for (const channel of existing) {
      const newcomers = users.filter((user) => !realm.membership.has(channel.id, user.id))
      const blind = newcomers.filter((user) => channel.isPrivate || isGuest(user)).map((user) => user.id)
      if (blind.length > 0) {
        const count = realm.membership.subscribers(channel.id).size
        tx.emit({ type: 'stream', op: 'create', streams: [wireChannel(channel, count)] }, toUsers(blind))
      }
    }
    const joined = await addMembers(tx, realm, channels.map((channel) => ({ channel, users: ids })))
    return { ...report(channels, ids, joined), unauthorized }
  })
}

function report(channels: readonly ChannelRecord[], users: readonly UserId[], joined: ReadonlyMap<ChannelId, UserId[]>) {
  const subscribed = new Map<UserId, string[]>()
  const alreadySubscribed = new Map<UserId, string[]>()
  for (const channel of channels) {
    const fresh = new Set(joined.get(channel.id))
    for (const user of users) {
      const list = fresh.has(user) ? subscribed : alreadySubscribed
      list.set(user, [...(list.get(user) ?? []), channel.name])
    }
  }
  return { subscribed, alreadySubscribed }
}
