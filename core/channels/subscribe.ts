import { statement } from '../db/statement.ts'
import type { Tx } from '../db/transact.ts'
import { toUsers } from '../events/audience.ts'
import { grouped } from '../grouped.ts'
import type { ChannelId, UserId } from '../ids.ts'
import { emitChange, type Members } from '../realm/changes.ts'
import type { RealmState } from '../realm/state.ts'
import { tellOfJoined, tellOfLeft } from '../users/meet.ts'
import { colorOf } from './colors.ts'
import { canSeeUnsubscribed } from './permissions.ts'
import type { ChannelRecord } from './record.ts'
import { SUBSCRIPTION_COLUMNS, type SubscriptionRow } from './subscription-settings.ts'
import { watchersOf } from './watchers.ts'
import { wireSubscription } from './wire.ts'

/** Users to add to or take from a channel. */
export interface ChannelUsers {
  readonly channel: ChannelRecord
  readonly users: readonly UserId[]
  /** For those who are new to it; default: the channel's. */
  readonly color?: string
}

const JOIN = statement(
  'subscription.join',
  `WITH wanted AS (
     SELECT DISTINCT ON (channel_id, user_id) *
     FROM unnest($1::int[], $2::int[], $3::text[]) AS w (channel_id, user_id, color)
   ), joined AS (
     INSERT INTO subscription (user_id, channel_id, color) SELECT user_id, channel_id, color FROM wanted
     ON CONFLICT (user_id, channel_id) DO UPDATE SET is_active = true WHERE NOT subscription.is_active
     RETURNING *
   ), opened AS (
     -- Under the head's lock no message of the realm is in flight: the span starts after the newest.
     INSERT INTO subscription_span (user_id, channel_id, from_id)
     SELECT user_id, channel_id,
       (SELECT coalesce(max(id), 0) + 1 FROM message WHERE realm_id = $4) FROM joined -- message_realm
     -- Left and back with nothing sent in between: the former span goes on.
     ON CONFLICT (user_id, channel_id, from_id) DO UPDATE SET to_id = NULL
   )
   SELECT user_id AS user, ${SUBSCRIPTION_COLUMNS} FROM joined`,
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
     SET to_id = (SELECT coalesce(max(id), 0) + 1 FROM message WHERE realm_id = $3) -- message_realm
     FROM gone WHERE p.user_id = gone.user_id AND p.channel_id = gone.channel_id AND p.to_id IS NULL
   )
   SELECT user_id AS user, channel_id AS channel FROM gone`,
)

type Pair = { channel: ChannelId; user: UserId; color?: string }

/**
 * Subscribes users, in the caller's transaction, which holds the realm still. Who is subscribed already
 * stays as is; who comes back finds the settings it left. Emits the change of membership, `subscription`
 * add to the new subscribers and peer_add to whoever else may know. Returns who is new, by channel.
 */
export async function addMembers(
  tx: Tx,
  realm: RealmState,
  wanted: readonly ChannelUsers[],
): Promise<Map<ChannelId, UserId[]>> {
  const pairs = pairsOf(wanted)
  if (pairs.length === 0) return new Map()
  const rows = await tx.run<SubscriptionRow & { user: UserId }>(JOIN, [
    pairs.map((pair) => pair.channel),
    pairs.map((pair) => pair.user),
    pairs.map((pair) => pair.color ?? colorOf(pair.channel)),
    realm.realm,
  ])
  const joined = grouped(rows, (row) => row.channel)
  const users = new Map([...joined].map(([channel, members]) => [channel, members.map((row) => row.user)]))
  if (joined.size === 0) return users
  emitChange(tx, { type: '_membership', joined: membersOf(users), left: [] })
  await tellOfJoined(tx, realm, users)
  for (const { channel } of wanted) {
    const newcomers = users.get(channel.id)
    if (newcomers === undefined) continue
    const subscribers = new Set([...realm.membership.subscribers(channel.id), ...newcomers])
    emitSubscribed(tx, realm, channel, joined.get(channel.id)!, subscribers)
    emitPeers(tx, realm, 'peer_add', channel, newcomers)
  }
  return users
}

/** Unsubscribes users, in the caller's transaction, which holds the realm still; the reverse of `addMembers`. */
export async function removeMembers(
  tx: Tx,
  realm: RealmState,
  wanted: readonly ChannelUsers[],
): Promise<Map<ChannelId, UserId[]>> {
  const pairs = pairsOf(wanted)
  if (pairs.length === 0) return new Map()
  const rows = await tx.run<Pair>(LEAVE, [
    pairs.map((pair) => pair.channel),
    pairs.map((pair) => pair.user),
    realm.realm,
  ])
  const gone = grouped(rows, (row) => row.channel)
  const left = new Map([...gone].map(([channel, members]) => [channel, members.map((row) => row.user)]))
  if (left.size === 0) return left
  emitChange(tx, { type: '_membership', joined: [], left: membersOf(left) })
  for (const { channel } of wanted) {
    const users = left.get(channel.id)
    if (users === undefined) continue
    const removed = { stream_id: channel.id, name: channel.name }
    tx.emit({ type: 'subscription', op: 'remove', subscriptions: [removed] }, toUsers(users))
    emitPeers(tx, realm, 'peer_remove', channel, users)
    const blind = users.filter((id) => losesSight(realm, channel, id))
    if (users.length > 1) emitAmongThemselves(tx, channel, users, new Set(blind))
    if (blind.length > 0) {
      const gone = [{ stream_id: channel.id }]
      tx.emit({ type: 'stream', op: 'delete', streams: gone, stream_ids: [channel.id] }, toUsers(blind))
    }
  }
  tellOfLeft(tx, realm, left)
  return left
}

/** Tells users, each with its settings, that they are subscribed. */
export function emitSubscribed(
  tx: Tx,
  realm: RealmState,
  channel: ChannelRecord,
  rows: readonly (SubscriptionRow & { user: UserId })[],
  subscribers: ReadonlySet<UserId>,
  internals: Record<`_${string}`, unknown> = {},
): void {
  // One event for all whose settings are alike: all but those who come back.
  const alike = grouped(rows, ({ user: _, ...settings }) => JSON.stringify(settings))
  for (const members of alike.values()) {
    const subscription = wireSubscription(realm, channel, members[0]!, subscribers, true)
    const event = { type: 'subscription', op: 'add', subscriptions: [subscription], ...internals }
    tx.emit(event, toUsers(members.map((row) => row.user)))
  }
}

/** Tells whoever else may know who is subscribed. */
function emitPeers(
  tx: Tx,
  realm: RealmState,
  op: 'peer_add' | 'peer_remove',
  channel: ChannelRecord,
  users: readonly UserId[],
): void {
  const event = { type: 'subscription', op, stream_ids: [channel.id], user_ids: users }
  for (const audience of watchersOf(realm, channel, users)) tx.emit(event, audience)
}

/** Who leaves together with others, and still sees the channel, is told of the others. */
function emitAmongThemselves(
  tx: Tx,
  channel: ChannelRecord,
  users: readonly UserId[],
  blind: ReadonlySet<UserId>,
): void {
  for (const user of users) {
    if (blind.has(user)) continue
    const others = users.filter((other) => other !== user)
    const event = { type: 'subscription', op: 'peer_remove', stream_ids: [channel.id], user_ids: others }
    tx.emit(event, toUsers([user]))
  }
}

function losesSight(realm: RealmState, channel: ChannelRecord, id: UserId): boolean {
  const user = realm.users.get(id)
  return user !== undefined && !canSeeUnsubscribed(realm, user, channel)
}

const pairsOf = (wanted: readonly ChannelUsers[]): Pair[] =>
  wanted.flatMap(({ channel, users, color }) => users.map((user) => ({ channel: channel.id, user, color })))

const membersOf = (users: ReadonlyMap<ChannelId, UserId[]>): Members[] =>
  [...users].map(([channel, members]) => ({ channel, users: members }))
