import { MAX_SUBSCRIPTIONS_PER_REQUEST } from '../../../config/limits.ts'
import { FlagBit } from '../../content/messages/bits.ts'
import { groupBy } from '../../platform/collections/group-by.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { ChannelId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { canSeeUnsubscribed } from '../../state/access/channel-permissions.ts'
import type { Subscription } from '../../state/channels/entities.ts'
import type { Members } from '../../state/channels/membership.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import { SUBSCRIPTION_COLUMNS, type SubscriberRow } from '../../state/channels/subscription-settings.ts'
import type { ForSomeClients } from '../../state/events/event.ts'
import { ascending } from '../../state/groups/setting.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { mayNotifyDevices } from '../../state/realm/record.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { tooManySubscriptions } from '../errors.ts'
import { audiencesOf } from '../presenting/audience.ts'
import { wireSubscription } from '../presenting/wire.ts'
import { nextArrivalPosition } from './arrival.ts'
import { colorOf } from './colors.ts'

/** Users to add to or take from a channel. */
export interface ChannelUsers {
  readonly channel: ChannelRecord
  readonly users: readonly UserId[]
  /** The colour for new subscribers; default: the channel's colour. */
  readonly color?: string
}

/** Throws when users times channels of one request exceed the limit of one transaction. */
export function checkSubscriptionCount(users: number, channels: number): void {
  if (users * channels > MAX_SUBSCRIPTIONS_PER_REQUEST) {
    throw tooManySubscriptions(MAX_SUBSCRIPTIONS_PER_REQUEST)
  }
}

// Statements, because a request may change thousands of subscriptions and their spans.
const JOIN = statement(
  'subscription.join',
  `WITH changes AS (
     SELECT DISTINCT ON (channel_id, user_id) *
     FROM unnest($1::int[], $2::int[], $3::text[]) AS w (channel_id, user_id, color)
   ), joined AS (
     INSERT INTO subscription (user_id, channel_id, color) SELECT user_id, channel_id, color FROM changes
     ON CONFLICT (user_id, channel_id) DO UPDATE SET is_active = true WHERE NOT subscription.is_active
     RETURNING *
   ), opened AS (
     -- Under the head's lock no message of the realm is in flight: the span starts after the newest, and after all that was moved.
     INSERT INTO subscription_span (user_id, channel_id, from_id)
     SELECT user_id, channel_id,
       ${nextArrivalPosition('$4')} FROM joined
     -- The user left and returned, and no message was sent meanwhile: the former span continues.
     ON CONFLICT (user_id, channel_id, from_id) DO UPDATE SET to_id = NULL
   )
   SELECT user_id AS "userId", ${SUBSCRIPTION_COLUMNS} FROM joined`,
)

const LEAVE = statement(
  'subscription.leave',
  `WITH changes AS (SELECT * FROM unnest($1::int[], $2::int[]) AS w (channel_id, user_id)),
   removed_subscription AS (
     UPDATE subscription s SET is_active = false FROM changes w
     WHERE s.user_id = w.user_id AND s.channel_id = w.channel_id AND s.is_active
     RETURNING s.user_id, s.channel_id
   ), closed AS (
     UPDATE subscription_span p
     SET to_id = ${nextArrivalPosition('$3')}
     FROM removed_subscription r WHERE p.user_id = r.user_id AND p.channel_id = r.channel_id AND p.to_id IS NULL
   )
   SELECT user_id AS "userId", channel_id AS "channelId" FROM removed_subscription`,
)

/**
 * Clears the unread flags of users in the channels they leave, as pairs ($1 channels, $2 users).
 * message_flag_unread, message_pkey
 */
const SILENCE = statement(
  'subscription.silence',
  `WITH spoken AS MATERIALIZED (
     SELECT f.user_id, f.message_id, f.bits & ~${FlagBit.hasExplicitReadState} AS bits
     FROM unnest($1::int[], $2::int[]) AS w (channel_id, user_id)
     CROSS JOIN LATERAL (
       SELECT user_id, message_id, bits FROM message_flag WHERE user_id = w.user_id
         AND bits & ${FlagBit.hasExplicitReadState | FlagBit.read} = ${FlagBit.hasExplicitReadState} OFFSET 0
     ) f JOIN message m ON m.id = f.message_id AND m.channel_id = w.channel_id
   ), stripped AS (
     UPDATE message_flag f SET bits = s.bits FROM spoken s
     WHERE f.user_id = s.user_id AND f.message_id = s.message_id AND s.bits <> 0
   )
   DELETE FROM message_flag f USING spoken s
   WHERE f.user_id = s.user_id AND f.message_id = s.message_id AND s.bits = 0`,
)

/**
 * Up to this number of users who leave a channel together get an event each. More of them share one event.
 */
const MOST_TOLD_APART = 50

interface Pair extends Columns<typeof Subscription, 'channelId' | 'userId'> {
  readonly color?: string
}

/**
 * Subscribes users, in the caller's transaction, which has locked the organization. Current subscribers stay
 * as they are, and returning ones get their former settings. Emits the change of membership, `subscription`
 * add to the new subscribers, and peer_add to the other users who can see it. Returns the new subscribers by
 * channel.
 */
export async function addMembers(
  tx: Tx,
  realm: RealmState,
  changes: readonly ChannelUsers[],
): Promise<Map<ChannelId, UserId[]>> {
  const pairs = pairsOf(changes)
  if (pairs.length === 0) return new Map()
  const rows = await tx.run<SubscriberRow>(JOIN, [
    pairs.map((pair) => pair.channelId),
    pairs.map((pair) => pair.userId),
    pairs.map((pair) => pair.color ?? colorOf(pair.channelId)),
    realm.id,
  ])
  const joined = groupBy(rows, (row) => row.channelId)
  const users = usersOf(joined)
  if (joined.size === 0) return users
  emitChange(tx, { type: '_membership', joined: membersOf(users), left: [] })
  await realm.hooks.guestsJoined(tx, realm, users)
  for (const { channel } of changes) {
    const newcomers = users.get(channel.id)
    if (newcomers === undefined) continue
    const subscribers = [...realm.membership.activeSubscribers(channel.id), ...activeAmong(realm, newcomers)]
    emitSubscribed(tx, realm, channel, joined.get(channel.id)!, ascending(subscribers))
    emitPeers(tx, realm, 'peer_add', channel, newcomers)
  }
  return users
}

/**
 * Unsubscribes users, in the caller's transaction, which has locked the organization; the reverse of
 * `addMembers`. Nothing in the channels counts as unread for them afterwards.
 */
export async function removeMembers(
  tx: Tx,
  realm: RealmState,
  changes: readonly ChannelUsers[],
): Promise<Map<ChannelId, UserId[]>> {
  const pairs = pairsOf(changes)
  if (pairs.length === 0) return new Map()
  const rows = await tx.run<Columns<typeof Subscription, 'channelId' | 'userId'>>(LEAVE, [
    pairs.map((pair) => pair.channelId),
    pairs.map((pair) => pair.userId),
    realm.id,
  ])
  await tx.run(SILENCE, [rows.map((row) => row.channelId), rows.map((row) => row.userId)])
  const left = usersOf(groupBy(rows, (row) => row.channelId))
  if (left.size === 0) return left
  emitChange(tx, { type: '_membership', joined: [], left: membersOf(left) })
  for (const { channel } of changes) {
    const users = left.get(channel.id)
    if (users === undefined) continue
    const removed = { stream_id: channel.id, name: channel.name }
    tx.emit({ type: 'subscription', op: 'remove', subscriptions: [removed] }, toUsers(users))
    emitPeers(tx, realm, 'peer_remove', channel, users)
    const withoutAccess = users.filter((id) => losesAccess(realm, channel, id))
    if (users.length > 1)
      emitAmongThemselves(tx, channel, users, activeAmong(realm, users), new Set(withoutAccess))
    if (withoutAccess.length > 0) {
      const streams = [{ stream_id: channel.id }]
      tx.emit({ type: 'stream', op: 'delete', streams, stream_ids: [channel.id] }, toUsers(withoutAccess))
    }
  }
  realm.hooks.guestsLeft(tx, realm, left)
  if (mayNotifyDevices(realm.record)) await realm.hooks.retractLeft(tx, left)
  return left
}

/** Emits `subscription` add to users, each with the user's settings. */
export function emitSubscribed(
  tx: Tx,
  realm: RealmState,
  channel: ChannelRecord,
  rows: readonly SubscriberRow[],
  subscribers: readonly UserId[],
  internals: ForSomeClients = {},
): void {
  // One event serves all users with equal settings; only returning users differ.
  const groups = groupBy(rows, ({ userId: _, ...settings }) => JSON.stringify(settings))
  for (const members of groups.values()) {
    const subscription = wireSubscription(realm, channel, members[0]!, subscribers, true)
    const subscribed = { subscriptions: [subscription], ...internals }
    tx.emit({ type: 'subscription', op: 'add', ...subscribed }, toUsers(members.map((row) => row.userId)))
  }
}

/**
 * Emits new subscribers to the other users who can see them. Deactivated accounts do not count as
 * subscribers.
 */
function emitPeers(
  tx: Tx,
  realm: RealmState,
  op: 'peer_add' | 'peer_remove',
  channel: ChannelRecord,
  users: readonly UserId[],
): void {
  const active = activeAmong(realm, users)
  if (active.length === 0) return
  const event = { type: 'subscription', op, stream_ids: [channel.id], user_ids: active } as const
  for (const audience of audiencesOf(realm, channel, users)) tx.emit(event, audience)
}

/** The active ones of some users. An account that memory does not have yet is new and active. */
const activeAmong = (realm: RealmState, users: readonly UserId[]): UserId[] =>
  users.filter((id) => realm.users.get(id)?.isActive ?? true)

/**
 * Several users leave a channel together. Tells each one who can still see the channel that the others left.
 * More than `MOST_TOLD_APART` share one event, which also names its reader: separate events would take
 * quadratic space.
 */
function emitAmongThemselves(
  tx: Tx,
  channel: ChannelRecord,
  users: readonly UserId[],
  active: readonly UserId[],
  withoutAccess: ReadonlySet<UserId>,
): void {
  const emit = (others: readonly UserId[], to: readonly UserId[]) => {
    if (others.length === 0 || to.length === 0) return
    const peers = { stream_ids: [channel.id], user_ids: others }
    tx.emit({ type: 'subscription', op: 'peer_remove', ...peers }, toUsers(to))
  }
  const readers = users.filter((user) => !withoutAccess.has(user))
  if (users.length > MOST_TOLD_APART) {
    emit(active, readers)
    return
  }
  for (const user of readers) {
    const others = active.filter((other) => other !== user)
    emit(others, [user])
  }
}

function losesAccess(realm: RealmState, channel: ChannelRecord, id: UserId): boolean {
  const user = realm.users.get(id)
  return user !== undefined && !canSeeUnsubscribed(realm, user, channel)
}

/** The users of rows by channel, ascending. */
const usersOf = (rows: ReadonlyMap<ChannelId, readonly Pair[]>): Map<ChannelId, UserId[]> =>
  new Map([...rows].map(([channel, members]) => [channel, ascending(members.map((row) => row.userId))]))

const pairsOf = (changes: readonly ChannelUsers[]): Pair[] =>
  changes.flatMap(({ channel, users, color }) =>
    users.map((userId) => ({ channelId: channel.id, userId, color })),
  )

const membersOf = (users: ReadonlyMap<ChannelId, UserId[]>): Members[] =>
  [...users].map(([channel, members]) => ({ channel, users: members }))
