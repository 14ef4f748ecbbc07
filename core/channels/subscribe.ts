import type { Core } from '../core.ts'
import type { Tx } from '../db/transact.ts'
import { statement } from '../db/statement.ts'
import { type Audience, toChannel, toMembers, toUsers } from '../events/audience.ts'
import type { ChannelId, UserId } from '../ids.ts'
import { emitChange } from '../realm/changes.ts'
import type { RealmState } from '../realm/state.ts'
import { isAdministrator, isGuest, type UserRecord } from '../users/record.ts'
import { colorOf } from './colors.ts'
import type { ChannelRecord } from './record.ts'
import { wireChannel } from './wire.ts'

/** Users to add to or take from a channel. */
export interface ChannelUsers {
  readonly channel: ChannelRecord
  readonly users: readonly UserId[]
}

const JOIN = statement(
  'subscription.join',
  `WITH wanted AS (SELECT * FROM unnest($1::int[], $2::int[], $3::text[]) AS w (channel_id, user_id, color)),
   joined AS (
     INSERT INTO subscription (user_id, channel_id, color) SELECT user_id, channel_id, color FROM wanted
     ON CONFLICT (user_id, channel_id) DO UPDATE SET is_active = true WHERE NOT subscription.is_active
     RETURNING user_id, channel_id
   ), opened AS (
     -- Under the head's lock no message of the realm is in flight: the span starts after the newest.
     INSERT INTO subscription_span (user_id, channel_id, from_id)
     SELECT user_id, channel_id,
       (SELECT coalesce(max(id), 0) + 1 FROM message WHERE realm_id = $4) FROM joined -- message_realm
   )
   SELECT user_id AS user, channel_id AS channel FROM joined`,
)

const LEAVE = statement(
  'subscription.leave',
  `WITH wanted AS (SELECT * FROM unnest($1::int[], $2::int[]) AS w (channel_id, user_id)),
   gone AS (
     UPDATE subscription s SET is_active = false FROM wanted w
     WHERE s.user_id = w.user_id AND s.channel_id = w.channel_id AND s.is_active
     RETURNING s.user_id, s.channel_id
   ), closed AS (
     UPDATE subscription_span p
     SET to_id = (SELECT coalesce(max(id), 0) + 1 FROM message WHERE realm_id = $3)
     FROM gone WHERE p.user_id = gone.user_id AND p.channel_id = gone.channel_id AND p.to_id IS NULL
   )
   SELECT user_id AS user, channel_id AS channel FROM gone`,
)

type Pair = { channel: ChannelId; user: UserId }

/**
 * Subscribes users, in the caller's transaction. Who is subscribed already stays as is. Emits the change
 * of membership, `subscription` add to the new subscribers and peer_add to whoever else may know.
 * Returns who is new, by channel.
 */
export async function addMembers(
  tx: Tx,
  realm: RealmState,
  wanted: readonly ChannelUsers[],
): Promise<Map<ChannelId, UserId[]>> {
  const pairs = wanted.flatMap(({ channel, users }) => users.map((user) => ({ channel: channel.id, user })))
  if (pairs.length === 0) return new Map()
  await realm.holdStill(tx)
  const rows = await tx.run<Pair>(JOIN, [
    pairs.map((pair) => pair.channel),
    pairs.map((pair) => pair.user),
    pairs.map((pair) => colorOf(pair.channel)),
    realm.realm,
  ])
  const joined = groupByChannel(rows)
  if (joined.size === 0) return joined
  emitChange(tx, {
    type: '_membership',
    joined: [...joined].map(([channel, users]) => ({ channel, users })),
    left: [],
  })
  for (const { channel } of wanted) {
    const users = joined.get(channel.id)
    if (users === undefined) continue
    const subscribers = new Set([...realm.membership.subscribers(channel.id), ...users])
    const subscription = {
      ...wireChannel(channel, subscribers.size),
      color: colorOf(channel.id),
      is_muted: false,
      in_home_view: true,
      pin_to_top: false,
      desktop_notifications: null,
      email_notifications: null,
      wildcard_mentions_notify: null,
      push_notifications: null,
      audible_notifications: null,
      subscribers: [...subscribers].sort((a, b) => a - b),
    }
    tx.emit({ type: 'subscription', op: 'add', subscriptions: [subscription] }, toUsers(users))
    emitPeers(tx, realm, 'peer_add', channel, users)
  }
  return joined
}

/** Unsubscribes users, in the caller's transaction; the reverse of `addMembers`. */
export async function removeMembers(
  tx: Tx,
  realm: RealmState,
  wanted: readonly ChannelUsers[],
): Promise<Map<ChannelId, UserId[]>> {
  const pairs = wanted.flatMap(({ channel, users }) => users.map((user) => ({ channel: channel.id, user })))
  if (pairs.length === 0) return new Map()
  await realm.holdStill(tx)
  const rows = await tx.run<Pair>(LEAVE, [
    pairs.map((pair) => pair.channel),
    pairs.map((pair) => pair.user),
    realm.realm,
  ])
  const left = groupByChannel(rows)
  if (left.size === 0) return left
  emitChange(tx, {
    type: '_membership',
    joined: [],
    left: [...left].map(([channel, users]) => ({ channel, users })),
  })
  for (const { channel } of wanted) {
    const users = left.get(channel.id)
    if (users === undefined) continue
    const removed = { stream_id: channel.id, name: channel.name }
    tx.emit({ type: 'subscription', op: 'remove', subscriptions: [removed] }, toUsers(users))
    emitPeers(tx, realm, 'peer_remove', channel, users)
    const blind = users.filter((id) => losesSight(realm, channel, id))
    if (blind.length > 0) {
      const gone = [{ stream_id: channel.id }]
      tx.emit({ type: 'stream', op: 'delete', streams: gone, stream_ids: [channel.id] }, toUsers(blind))
    }
  }
  return left
}

/** Subscribes users in a transaction of its own. */
export async function subscribeUsers(core: Core, realm: RealmState, wanted: readonly ChannelUsers[]) {
  return core.transact(realm.realm, (tx) => addMembers(tx, realm, wanted))
}

/** Unsubscribes users in a transaction of its own. */
export async function unsubscribeUsers(core: Core, realm: RealmState, wanted: readonly ChannelUsers[]) {
  return core.transact(realm.realm, (tx) => removeMembers(tx, realm, wanted))
}

/** Who else may know who is subscribed: all members for a public channel, subscribers and administrators for a private one. */
function emitPeers(
  tx: Tx,
  realm: RealmState,
  op: 'peer_add' | 'peer_remove',
  channel: ChannelRecord,
  users: readonly UserId[],
): void {
  const event = { type: 'subscription', op, stream_ids: [channel.id], user_ids: users }
  for (const audience of peersOf(realm, channel, users)) {
    if (audience.kind !== 'users' || audience.ids.length > 0) tx.emit(event, audience)
  }
}

function peersOf(realm: RealmState, channel: ChannelRecord, except: readonly UserId[]): Audience[] {
  const subscribers = realm.membership.subscribers(channel.id)
  const others = new Set(except)
  if (channel.isPrivate) {
    const watching = (user: UserRecord) => isAdministrator(user) && !subscribers.has(user.id) && !others.has(user.id)
    return [toChannel(channel.id, except), toUsers([...realm.users].filter(watching).map((user) => user.id))]
  }
  const guests = [...subscribers].filter((id) => !others.has(id) && isGuest(realm.users.get(id)!))
  return [toMembers(except), toUsers(guests)]
}

function losesSight(realm: RealmState, channel: ChannelRecord, id: UserId): boolean {
  const user = realm.users.get(id)
  if (user === undefined || channel.isWebPublic || isAdministrator(user)) return false
  return channel.isPrivate || isGuest(user)
}

function groupByChannel(rows: readonly Pair[]): Map<ChannelId, UserId[]> {
  const grouped = new Map<ChannelId, UserId[]>()
  for (const { channel, user } of rows) {
    const users = grouped.get(channel)
    if (users === undefined) grouped.set(channel, [user])
    else users.push(user)
  }
  return grouped
}
