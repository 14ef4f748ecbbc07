import type { UserTopic } from '../../channels/user-topics/entity.ts'
import { VisibilityPolicy } from '../../channels/user-topics/policy.ts'
import { FlagBit, MENTIONING, MessageBit } from '../../content/messages/bits.ts'
import type { Message } from '../../messaging/messages/entities.ts'
import type { MessageFlag } from '../../messaging/reads/entities.ts'
import { getOrCreateSet } from '../../platform/collections/multimap.ts'
import { allOf } from '../../platform/db/servers/all-of.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { ChannelId, ConversationId, MessageId, UserId } from '../../platform/ids.ts'
import type { Subscription } from '../../state/channels/entities.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserDirectory } from '../../state/users/directory.ts'
import { welcomeBot } from '../../state/users/system-bots.ts'
import type { SentMessage } from './cursor.ts'

/** A user whose settings may ask for a notification of a message. */
export interface Candidate {
  readonly user: UserId
  readonly message: SentMessage
  readonly isMentioned: boolean
  readonly isTopicMentioned: boolean
  readonly isChannelMentioned: boolean
}

const MENTIONED = statement(
  'notifications.mentioned',
  // message_flag_message
  `SELECT message_id AS "messageId", user_id AS "userId", bits & ${FlagBit.mentioned} <> 0 AS "byName",
     bits & ${FlagBit.topicMentioned} <> 0 AS "byTopic"
   FROM message_flag WHERE message_id = ANY($1::int8[]) AND bits & ${MENTIONING} <> 0`,
)
const LOUD = statement(
  'notifications.loud-subscribers',
  // subscription_loud
  `SELECT channel_id AS "channelId", user_id AS "userId" FROM subscription
   WHERE channel_id = ANY($1::int[]) AND is_active AND (push_notifications OR email_notifications)`,
)
const FOLLOWERS = statement(
  'notifications.followers',
  `SELECT k.id AS "conversationId", t.user_id AS "userId" FROM unnest($1::int8[], $2::int[], $3::text[]) AS k (id, channel_id, topic)
   JOIN user_topic t ON t.channel_id = k.channel_id AND lower(t.topic) = lower(k.topic) -- user_topic_channel
   WHERE t.visibility_policy = ${VisibilityPolicy.followed}`,
)

/**
 * Returns the users who may want to be notified of these messages, message by message: participants,
 * mentioned users, followers of the topic, users who want all messages of the channel, and the users of
 * wildcard mentions. The queries share a round trip, and other subscribers cost nothing. Memory holds the
 * candidates of one message at a time.
 */
export async function candidatesOf(
  sql: Sql,
  realm: RealmState,
  messages: readonly SentMessage[],
): Promise<Iterable<Candidate>> {
  const inChannels = messages.filter((message) => message.channelId !== null)
  const [mentioned, loud, followers] = await allOf([
    mentionedBy(sql, messages),
    loudSubscribers(sql, realm, inChannels),
    followersOf(sql, inChannels),
  ])
  return candidatesByMessage(realm, messages, { mentioned, loud, followers })
}

/**
 * Returns the users whom an edited message newly mentions: these users, and the users of the wildcards in its
 * `bits`.
 */
export async function mentionedSince(
  sql: Sql,
  realm: RealmState,
  message: SentMessage,
  mentioned: readonly UserId[],
): Promise<Iterable<Candidate>> {
  return candidatesByMessage(realm, [{ ...message, participantIds: null }], {
    mentioned: {
      byName: new Map([[message.id, new Set(mentioned)]]),
      byTopic: (await mentionedBy(sql, [message])).byTopic,
    },
    loud: new Map(),
    followers: new Map(),
  })
}

interface Audiences {
  readonly mentioned: Mentioned
  readonly loud: ReadonlyMap<ChannelId, ReadonlySet<UserId>>
  readonly followers: ReadonlyMap<ConversationId, ReadonlySet<UserId>>
}

const NOBODY: ReadonlySet<UserId> = new Set()

function* candidatesByMessage(
  realm: RealmState,
  messages: readonly SentMessage[],
  audiences: Audiences,
): Generator<Candidate> {
  for (const message of messages) {
    const mentioned = audiences.mentioned.byName.get(message.id) ?? NOBODY
    const { channelId: channel, conversationId: conversation, senderId: sender, bits } = message
    const isTopicMentioned = (bits & MessageBit.topicWildcard) !== 0
    const isChannelMentioned = channel !== null && (bits & MessageBit.channelWildcard) !== 0
    const participants = (isTopicMentioned && audiences.mentioned.byTopic.get(message.id)) || NOBODY
    const users = new Set([
      ...mentioned,
      ...(message.participantIds ?? []),
      ...participants,
      ...((channel !== null && audiences.loud.get(channel)) || NOBODY),
      ...(audiences.followers.get(conversation) ?? NOBODY),
      ...(isChannelMentioned ? realm.membership.subscribers(channel) : NOBODY),
    ])
    if (sender === welcomeBot(realm).id) continue
    const muters = realm.mutes.mutersOf(sender)
    for (const user of users) {
      const record = realm.users.get(user)
      if (record === undefined || record.isBot || !record.isActive || user === sender || muters.has(user))
        continue
      if (channel !== null && !realm.membership.has(channel, user)) continue
      yield {
        user,
        message,
        isMentioned: mentioned.has(user),
        isTopicMentioned: participants.has(user),
        isChannelMentioned,
      }
    }
  }
}

/** A user whom a message mentions: by name, by `@topic`, or both. */
type MentionRow = Columns<typeof MessageFlag, 'messageId' | 'userId'> & {
  readonly byName: boolean
  readonly byTopic: boolean
}

interface Mentioned {
  readonly byName: ReadonlyMap<MessageId, ReadonlySet<UserId>>
  readonly byTopic: ReadonlyMap<MessageId, ReadonlySet<UserId>>
}

async function mentionedBy(sql: Sql, messages: readonly SentMessage[]): Promise<Mentioned> {
  const rows = await sql.run<MentionRow>(MENTIONED, [messages.map(({ id }) => id)])
  const found = { byName: new Map<MessageId, Set<UserId>>(), byTopic: new Map<MessageId, Set<UserId>>() }
  for (const { messageId, userId, byName, byTopic } of rows) {
    if (byName) getOrCreateSet(found.byName, messageId).add(userId)
    if (byTopic) getOrCreateSet(found.byTopic, messageId).add(userId)
  }
  return found
}

async function loudSubscribers(sql: Sql, realm: RealmState, messages: readonly SentMessage[]) {
  const found = new Map<ChannelId, Set<UserId>>()
  const channels = [...new Set(messages.map(({ channelId }) => channelId!))]
  if (channels.length === 0) return found
  const rows = await sql.run<Columns<typeof Subscription, 'channelId' | 'userId'>>(LOUD, [channels])
  for (const { channelId, userId } of rows) getOrCreateSet(found, channelId).add(userId)
  for (const channel of channels) {
    const users = getOrCreateSet(found, channel)
    for (const user of intersection(loudByDefault(realm.users), realm.membership.subscribers(channel)))
      users.add(user)
  }
  return found
}

type FollowerRow = Columns<typeof Message, 'conversationId'> & Columns<typeof UserTopic, 'userId'>

async function followersOf(sql: Sql, messages: readonly SentMessage[]) {
  const found = new Map<ConversationId, Set<UserId>>()
  const topics = [...new Map(messages.map((message) => [message.conversationId, message])).values()]
  if (topics.length === 0) return found
  const rows = await sql.run<FollowerRow>(FOLLOWERS, [
    topics.map(({ conversationId }) => conversationId),
    topics.map(({ channelId }) => channelId),
    topics.map(({ topic }) => topic),
  ])
  for (const { conversationId, userId } of rows) getOrCreateSet(found, conversationId).add(userId)
  return found
}

const loud = new WeakMap<UserDirectory, { readonly version: number; readonly users: ReadonlySet<UserId> }>()

/** Users who by default want to be notified of all messages of their channels. */
function loudByDefault(users: UserDirectory): ReadonlySet<UserId> {
  const known = loud.get(users)
  if (known?.version === users.version) return known.users
  const found = new Set<UserId>()
  for (const { id, settings } of users) {
    if (settings.enable_stream_push_notifications || settings.enable_stream_email_notifications) found.add(id)
  }
  loud.set(users, { version: users.version, users: found })
  return found
}

function* intersection(some: ReadonlySet<UserId>, others: ReadonlySet<UserId>): Generator<UserId> {
  const [fewer, more] = some.size < others.size ? [some, others] : [others, some]
  for (const user of fewer) if (more.has(user)) yield user
}
