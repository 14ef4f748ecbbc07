import { FlagBit } from '../../content/messages/bits.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { type Audience, toChannel, toUsers } from '../../platform/events/audience.ts'
import type { EventBody } from '../../platform/events/event.ts'
import type { MessageId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { canReadWholeHistory } from '../../state/access/channel-permissions.ts'
import type { SubscriptionSpan } from '../../state/channels/entities.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { LockedMessage } from './lock-message.ts'

// message_pkey, then subscription_span_open and _closed: one range for each span of subscription.
const REACHED = statement(
  'message.reached',
  `WITH arrived AS MATERIALIZED (
     SELECT DISTINCT coalesce(arrival_id, id) AS at FROM message WHERE id = ANY ($2::int8[])
   )
   SELECT DISTINCT s.user_id AS "userId" FROM subscription_span s
   WHERE s.channel_id = $1 AND EXISTS (
     SELECT FROM arrived WHERE at >= s.from_id AND (s.to_id IS NULL OR at < s.to_id))`,
)

/**
 * Returns the subscribers of a channel who may read at least one of these messages of it. Call it with the
 * organization locked.
 */
export async function subscribedReaders(
  tx: Tx,
  realm: RealmState,
  channel: ChannelRecord,
  messages: readonly MessageId[],
): Promise<UserId[]> {
  const rows = await tx.run<Columns<typeof SubscriptionSpan, 'userId'>>(REACHED, [channel.id, messages])
  const reached = new Set(rows.map((row) => row.userId))
  return [...realm.membership.subscribers(channel.id)].filter(
    (id) => reached.has(id) || canReadWholeHistory(realm, realm.users.get(id)!, channel),
  )
}

// message_flag_message
const STARRING = statement(
  'message.starring',
  `SELECT DISTINCT user_id AS "userId" FROM message_flag
   WHERE message_id = ANY ($1::int8[]) AND bits & ${FlagBit.starred} <> 0`,
)

/**
 * Returns who has starred one of these messages of a channel and may read them without a subscription. One
 * query. Call it with the organization locked.
 */
export async function starringReaders(
  tx: Tx,
  realm: RealmState,
  channel: ChannelRecord,
  messages: readonly MessageId[],
): Promise<UserId[]> {
  const rows = await tx.run<{ readonly userId: UserId }>(STARRING, [messages])
  return rows
    .map(({ userId }) => userId)
    .filter((id) => {
      const user = realm.users.get(id)
      return (
        !realm.membership.has(channel.id, id) &&
        user !== undefined &&
        canReadWholeHistory(realm, user, channel)
      )
    })
}

/**
 * Emits events about existing messages of one conversation to the subscribers who may read one of them and to
 * others who starred one, or to the participants, and always to the actor, if there is one. Each queue gets
 * each event once. Call it with the organization locked. Returns whether a user is in the audience.
 */
export async function emitToReaders(
  tx: Tx,
  realm: RealmState,
  conversation: Pick<LockedMessage, 'channelId' | 'participantIds'>,
  messages: readonly MessageId[],
  actor: UserId | undefined,
  ...events: readonly EventBody[]
): Promise<(user: UserId) => boolean> {
  const audiences = await audiencesOf(tx, realm, conversation, messages, actor)
  for (const audience of audiences) for (const event of events) tx.emit(event, audience)
  return (user) => audiences.some((audience) => isIn(realm, audience, user))
}

function isIn(realm: RealmState, audience: Audience, user: UserId): boolean {
  if (audience.kind === 'users') return audience.ids.includes(user)
  return audience.kind === 'channel' && realm.membership.has(audience.id, user)
}

async function audiencesOf(
  tx: Tx,
  realm: RealmState,
  { channelId: id, participantIds: participants }: Pick<LockedMessage, 'channelId' | 'participantIds'>,
  messages: readonly MessageId[],
  actor: UserId | undefined,
): Promise<Audience[]> {
  const alsoTo = actor === undefined ? [] : [actor]
  if (id === null) return [toUsers([...participants!, ...alsoTo])]
  const channel = realm.channels.get(id)!
  if (!channel.historyPublicToSubscribers) {
    return [toUsers([...(await subscribedReaders(tx, realm, channel, messages)), ...alsoTo])]
  }
  const outside = alsoTo.filter((user) => !realm.membership.has(id, user))
  const others = [...new Set([...outside, ...(await starringReaders(tx, realm, channel, messages))])]
  return others.length === 0 ? [toChannel(id)] : [toChannel(id, others), toUsers(others)]
}
