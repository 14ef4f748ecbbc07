import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { ChannelId, MessageId, UserId } from '../../platform/ids.ts'
import { topicKey } from '../../platform/text/topic-key.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Subscription } from '../../state/channels/entities.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { UserTopic } from './entity.ts'
import type { UserTopicEvent } from './event.ts'
import { VisibilityPolicy } from './policy.ts'

/** A newly stored message in a topic. */
export interface SentToTopic {
  readonly sender: UserRecord
  readonly channel: ChannelId
  /** The conversation's spelling of the topic. */
  readonly topic: string
  /** The subscribers that it mentions. */
  readonly mentioned: readonly UserId[]
  /** From `statesOfSenders`. */
  readonly state: SenderStates[number]
}

/**
 * Events that make a topic more visible for a user, with the codes of the settings that enable it: 1 whenever
 * the user participates, 2 when the user sends, 3 when the user starts the topic, 4 never (spec.md "User
 * preference settings").
 */
const TRIGGERS = { participates: [1], sends: [1, 2], starts: [1, 2, 3] } as const

/**
 * The inputs of a decision about following a topic. `isMuted` says whether the user has muted the channel.
 */
export type TopicState = Columns<typeof Subscription, 'isMuted'> & {
  /** Index of the message. */
  readonly n: number
  /** Null when the user has no policy for the topic. */
  readonly policy: VisibilityPolicy | null
  /** Whether the topic has no earlier message. */
  readonly starts: boolean
}

// Each key alone: conversation_topic, subscription_pkey, user_topic_user, message_conversation. With plain
// joins, Postgres reads and compares all topics of a small organization.
const TOPIC_STATES = statement(
  'user-topic.standing',
  `SELECT k.n::int - 1 AS n, t.visibility_policy AS policy, coalesce(s.is_muted, false) AS "isMuted",
     NOT EXISTS (SELECT FROM message m WHERE m.conversation_id = c.id AND m.id < k.message_id) AS starts
   FROM unnest($1::int[], $2::int[], $3::text[], $4::int8[]) WITH ORDINALITY AS k (user_id, channel_id, topic, message_id, n)
   LEFT JOIN LATERAL (
     SELECT id FROM conversation WHERE channel_id = k.channel_id AND lower(topic) = lower(k.topic) LIMIT 1
   ) c ON true
   LEFT JOIN LATERAL (
     SELECT is_muted FROM subscription WHERE user_id = k.user_id AND channel_id = k.channel_id LIMIT 1
   ) s ON true
   LEFT JOIN LATERAL (
     SELECT visibility_policy FROM user_topic
     WHERE user_id = k.user_id AND channel_id = k.channel_id AND lower(topic) = lower(k.topic) LIMIT 1
   ) t ON true`,
)
// Never lowers visibility, and muted topics stay muted.
const SET_POLICY = statement(
  'user-topic.adopt',
  `INSERT INTO user_topic (user_id, channel_id, topic, visibility_policy)
   SELECT user_id, $2, $3, $4 FROM unnest($1::int[]) AS u (user_id)
   ON CONFLICT (user_id, channel_id, lower(topic)) DO UPDATE -- user_topic_user
     SET visibility_policy = excluded.visibility_policy, updated_at = excluded.updated_at
     WHERE user_topic.visibility_policy = ${VisibilityPolicy.unmuted}
       AND excluded.visibility_policy = ${VisibilityPolicy.followed}
   RETURNING user_id AS "userId", floor(extract(epoch FROM updated_at))::int8 AS "updatedAt"`,
)

type FollowerRow = Columns<typeof UserTopic, 'userId'> & {
  /** Unix seconds. */
  readonly updatedAt: number
}

/**
 * For each message: the state of its topic for its sender, when this message decides whether the sender
 * follows it.
 */
export type SenderStates = readonly (TopicState | undefined)[]

/** A topic that somebody is about to send to. */
export interface SendingTo {
  readonly sender: UserRecord
  readonly channel: ChannelId
  readonly topic: string
}

/** A message that decides whether its sender follows its topic. */
export interface Deciding extends SendingTo {
  /** Index of the message. */
  readonly at: number
}

/** Of the messages of one sender to one topic, the first decides. Undefined stands for a direct message. */
export function decidingAmong(sending: readonly (SendingTo | undefined)[]): Deciding[] {
  const seen = new Set<string>()
  const deciding: Deciding[] = []
  for (const [at, message] of sending.entries()) {
    if (message === undefined) continue
    const { sender, channel, topic } = message
    const pair = `${sender.id} ${keyOf(message)}`
    if (seen.has(pair)) continue
    seen.add(pair)
    if (canAutoFollow(sender)) deciding.push({ at, sender, channel, topic })
  }
  return deciding
}

/** Tells topics from each other. */
const keyOf = ({ channel, topic }: Pick<SendingTo, 'channel' | 'topic'>): string =>
  `${channel} ${topicKey(topic)}`

/**
 * Reads the states of topics for those who are about to send to them; undefined stands for a direct message.
 * The caller has locked the log and stores the messages after this query.
 */
export async function statesOfSenders(
  sql: Sql,
  sending: readonly (SendingTo | undefined)[],
): Promise<SenderStates> {
  const states = new Array<TopicState | undefined>(sending.length).fill(undefined)
  const deciding = decidingAmong(sending)
  const rows = await loadTopicStates(
    sql,
    deciding.map(({ sender, channel, topic }) => [sender.id, channel, topic, NO_MESSAGE_YET]),
  )
  for (const row of rows) states[deciding[row.n]!.at] = row
  return states
}

/**
 * Follows or unmutes topics for people who send to them or are mentioned there, according to their settings,
 * and emits the new policies. `sent` has undefined for direct messages. Returns for each message the policy
 * that its sender newly has; undefined when nothing changed. One query for each topic that changes.
 */
export async function autoFollowOnSend(
  tx: Tx,
  realm: RealmView,
  sent: readonly (SentToTopic | undefined)[],
): Promise<(VisibilityPolicy | undefined)[]> {
  const policies = new Array<VisibilityPolicy | undefined>(sent.length).fill(undefined)
  const topics = new Set<string>()
  for (const [at, message] of sent.entries()) {
    if (message === undefined) continue
    const topic = keyOf(message)
    const isFirst = !topics.has(topic)
    topics.add(topic)
    const { sender, state } = message
    if (state === undefined) continue
    const policy = policyFor(sender, state, isFirst && state.starts ? 'starts' : 'sends')
    if (policy === undefined) continue
    if ((await setPolicy(tx, message, [sender.id], policy)).length > 0) policies[at] = policy
  }
  for (const message of sent) {
    const following = message?.mentioned.filter(
      (id) => realm.users.get(id)?.settings.automatically_follow_topics_where_mentioned,
    )
    if (message !== undefined && following !== undefined && following.length > 0)
      await setPolicy(tx, message, following, VisibilityPolicy.followed)
  }
  return policies
}

/** Like `autoFollowOnSend`, for a user who reacts to a message or uses its widget. */
export async function autoFollowOnParticipation(
  tx: Tx,
  user: UserRecord,
  message: {
    readonly id: MessageId
    readonly channelId: ChannelId | null
    readonly topic: string | null
  },
): Promise<void> {
  const { channelId: channel, topic } = message
  const {
    automatically_follow_topics_policy: follow,
    automatically_unmute_topics_in_muted_streams_policy: unmute,
  } = user.settings
  if (channel === null || topic === null || user.isBot || (follow !== 1 && unmute !== 1)) return
  const [state] = await loadTopicStates(tx, [[user.id, channel, topic, message.id]])
  const policy = state && policyFor(user, state, 'participates')
  if (policy !== undefined) await setPolicy(tx, { channel, topic }, [user.id], policy)
}

function canAutoFollow({ isBot, settings }: UserRecord): boolean {
  return (
    !isBot &&
    (settings.automatically_follow_topics_policy !== 4 ||
      settings.automatically_unmute_topics_in_muted_streams_policy !== 4)
  )
}

/** The user, the topic, and the message before which the state is asked for. */
type TopicKey = readonly [UserId, ChannelId, string, MessageId]

/** Stands for a message that is about to be stored: all that are stored are before it. */
const NO_MESSAGE_YET = Number.MAX_SAFE_INTEGER as MessageId

async function loadTopicStates(sql: Sql, keys: readonly TopicKey[]): Promise<TopicState[]> {
  if (keys.length === 0) return []
  return sql.run<TopicState>(
    TOPIC_STATES,
    [0, 1, 2, 3].map((column) => keys.map((key) => key[column])),
  )
}

function policyFor(
  { settings }: UserRecord,
  { policy, isMuted }: TopicState,
  trigger: keyof typeof TRIGGERS,
): VisibilityPolicy | undefined {
  if (policy === VisibilityPolicy.muted || policy === VisibilityPolicy.followed) return undefined
  const matches = (setting: number) => (TRIGGERS[trigger] as readonly number[]).includes(setting)
  if (matches(settings.automatically_follow_topics_policy)) return VisibilityPolicy.followed
  const unmutes = isMuted && matches(settings.automatically_unmute_topics_in_muted_streams_policy)
  return unmutes && policy === null ? VisibilityPolicy.unmuted : undefined
}

async function setPolicy(
  tx: Tx,
  { channel, topic }: { readonly channel: ChannelId; readonly topic: string },
  users: readonly UserId[],
  policy: VisibilityPolicy,
): Promise<UserId[]> {
  const rows = await tx.run<FollowerRow>(SET_POLICY, [users, channel, topic, policy])
  const changed = rows.map((row) => row.userId)
  if (changed.length === 0) return []
  const event: UserTopicEvent = {
    type: 'user_topic',
    stream_id: channel,
    topic_name: topic,
    last_updated: rows[0]!.updatedAt,
    visibility_policy: policy,
  }
  tx.emit(event, toUsers(changed))
  return changed
}
