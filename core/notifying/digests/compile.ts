import { IS_TOPIC_MUTED, visibilityJoin } from '../../channels/user-topics/policy.ts'
import type { Message } from '../../messaging/messages/entities.ts'
import { wasReceivedBy } from '../../messaging/messages/read-permission.ts'
import { groupBy } from '../../platform/collections/group-by.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { ChannelId, ConversationId, UserId } from '../../platform/ids.ts'
import { canReadWholeHistory } from '../../state/access/channel-permissions.ts'
import { canAccessUser } from '../../state/access/visible-users.ts'
import type { Caller } from '../../state/caller.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import { readAnywhere } from '../../state/realm/read-replica.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { isGuest, type UserRecord } from '../../state/users/record.ts'
import { type DigestEmail, sinceOf } from './enqueue.ts'
import { type HotTopic, hotTopics, type TopicSender } from './hot-topics.ts'

/** A message as a digest shows it. */
export type DigestMessage = Columns<typeof Message, 'id' | 'senderId' | 'renderedContent'>

/**
 * A topic as a digest shows it: the first messages of people, the number of their further messages, and these
 * people. The reader may read all of them and mutes none of their senders.
 */
export interface DigestTopic {
  readonly channel: ChannelRecord
  readonly topic: string
  readonly messages: readonly DigestMessage[]
  readonly more: number
  readonly senders: readonly UserId[]
}

export interface Digest {
  readonly topics: readonly DigestTopic[]
  readonly channels: readonly ChannelRecord[]
  readonly people: readonly UserRecord[]
}

const TOPICS = 4
const MESSAGES = 2
const CHANNELS = 10
const PEOPLE = 10
/** Hot topics of the reader's channels that are considered for one digest. */
const CANDIDATES = 20

// conversation_pkey
const PLACES = statement(
  'digest.places',
  `SELECT id, channel_id AS "channelId", topic FROM conversation WHERE id = ANY ($1::int8[]) AND realm_id = $2`,
)

// A probe each: conversation_pkey, subscription_pkey, user_topic_user, message_conversation,
// user_account_pkey, subscription_span_pkey.
const MESSAGES_OF_TOPICS = statement(
  'digest.messages',
  `SELECT c.id AS "conversationId", m.id, m.sender_id AS "senderId", m.rendered_content AS "renderedContent"
   FROM unnest($2::int8[], $3::int8[], $4::bool[]) AS k (id, first, is_open)
   JOIN conversation c ON c.id = k.id
   JOIN subscription s ON s.user_id = $1 AND s.channel_id = c.channel_id AND s.is_active
   ${visibilityJoin('$1')}
   CROSS JOIN LATERAL (
     SELECT m.* FROM message m JOIN user_account u ON u.id = m.sender_id AND NOT u.is_bot
     WHERE m.conversation_id = k.id AND m.id >= k.first AND m.sender_id <> ALL ($5::int[])
       AND (k.is_open OR ${wasReceivedBy('$1')})
     ORDER BY m.id LIMIT ${MESSAGES}
   ) m
   WHERE NOT ${IS_TOPIC_MUTED} ORDER BY m.id`,
)
// message_conversation, user_account_pkey; a probe of subscription_span_pkey for each message
const SENDERS_FOR_READER = statement(
  'digest.senders-for-reader',
  `SELECT k.id AS "conversationId", m.sender_id AS id, count(*)::int AS count
   FROM unnest($2::int8[], $3::int8[]) AS k (id, first)
   JOIN message m ON m.conversation_id = k.id AND m.id >= k.first
   JOIN user_account u ON u.id = m.sender_id AND NOT u.is_bot
   WHERE ${wasReceivedBy('$1')} GROUP BY k.id, m.sender_id ORDER BY m.sender_id`,
)

/**
 * Compiles the digest of a reader: the hottest topics of subscribed channels that the reader does not mute,
 * new public channels, and new users. Undefined when there is neither a topic nor a channel, and when the
 * reader or the organization has disabled digests. Two queries, in addition to the query that all readers
 * share, and another one for topics in channels with protected history.
 */
export async function compileDigest(
  caller: Caller,
  { day }: Pick<DigestEmail, 'day'>,
): Promise<Digest | undefined> {
  const { core, realm, user } = caller
  const { digest_emails_enabled: isOn } = realm.record.settings
  if (!isOn || !user.settings.enable_digest_emails) return undefined
  const since = sinceOf(new Date(`${day}T00:00:00Z`))
  const topics = await readAnywhere(core, realm, user, async (_, reader, sql) =>
    topicsFor(sql, realm, reader, await hotTopics(core, sql, realm.id, since)),
  )
  const channels = newChannels(realm, user, since)
  if (topics.length === 0 && channels.length === 0) return undefined
  return { topics, channels, people: newPeople(realm, user, since) }
}

async function topicsFor(
  sql: Sql,
  realm: RealmState,
  user: UserRecord,
  hot: readonly HotTopic[],
): Promise<DigestTopic[]> {
  const isOwn = ({ channelId }: Place) => realm.membership.has(channelId, user.id)
  const places = await placesOf(sql, realm, hot.filter(isOwn).slice(0, CANDIDATES))
  const candidates = places.filter(isOwn)
  const channelOf = (id: ChannelId) => realm.channels.get(id)!
  const isOpen = ({ channelId }: HotTopic) => canReadWholeHistory(realm, user, channelOf(channelId))
  const muted = realm.mutes.mutedBy(user.id)
  const rows = await sql.run<DigestMessage & Columns<typeof Message, 'conversationId'>>(MESSAGES_OF_TOPICS, [
    user.id,
    candidates.map(({ id }) => id),
    candidates.map(({ first }) => first),
    candidates.map(isOpen),
    [...muted],
  ])
  const guarded = await sendersForReader(
    sql,
    user,
    candidates.filter((topic) => !isOpen(topic)),
  )
  return candidates
    .map((hot) => {
      const { id, channelId, topic } = hot
      const messages = rows.filter((row) => row.conversationId === id)
      const sent = isOpen(hot) ? hot.senders : (guarded.get(id) ?? [])
      const shown = sent.filter((sender) => !muted.has(sender.id))
      const count = shown.reduce((sum, sender) => sum + sender.count, 0)
      const senders = shown.map((sender) => sender.id)
      return {
        channel: channelOf(channelId),
        topic,
        messages,
        more: Math.max(0, count - messages.length),
        senders,
      }
    })
    .filter(({ messages, channel }) => messages.length > 0 && !channel.isArchived)
    .slice(0, TOPICS)
}

/** Where a topic is, and its name. */
type Place = Pick<HotTopic, 'id' | 'channelId' | 'topic'>

/**
 * Returns the topics with their current channels and names, because digests share hot topics for a while.
 * Leaves out those that are gone.
 */
async function placesOf(sql: Sql, realm: RealmState, topics: readonly HotTopic[]): Promise<HotTopic[]> {
  const rows = await sql.run<Place>(PLACES, [topics.map(({ id }) => id), realm.id])
  const places = new Map(rows.map((place) => [place.id, place]))
  return topics.flatMap((topic) => {
    const place = places.get(topic.id)
    return place === undefined ? [] : [{ ...topic, ...place }]
  })
}

/** Returns the senders of the messages of these topics that the reader received, by topic. */
async function sendersForReader(
  sql: Sql,
  user: UserRecord,
  topics: readonly HotTopic[],
): Promise<ReadonlyMap<ConversationId, readonly TopicSender[]>> {
  if (topics.length === 0) return new Map()
  const rows = await sql.run<TopicSender & { readonly conversationId: ConversationId }>(SENDERS_FOR_READER, [
    user.id,
    topics.map(({ id }) => id),
    topics.map(({ first }) => first),
  ])
  return groupBy(rows, ({ conversationId }) => conversationId)
}

/** Returns the new public channels. The subscribers of a new private channel know of it. */
function newChannels(realm: RealmState, reader: UserRecord, since: Date): ChannelRecord[] {
  if (isGuest(reader)) return []
  return [...realm.channels]
    .filter(({ isPrivate, isArchived }) => !isPrivate && !isArchived)
    .filter(({ createdAt }) => createdAt * 1000 >= since.getTime())
    .sort((a, b) => b.createdAt - a.createdAt)
    .slice(0, CHANNELS)
}

function newPeople(realm: RealmState, reader: UserRecord, since: Date): UserRecord[] {
  const from = since.toISOString()
  const found: UserRecord[] = []
  for (const user of realm.users) {
    if (found.length === PEOPLE) break
    const isNew = user.dateJoined >= from && user.isActive && !user.isBot && user.id !== reader.id
    if (isNew && canAccessUser(realm, reader, user)) found.push(user)
  }
  return found
}
