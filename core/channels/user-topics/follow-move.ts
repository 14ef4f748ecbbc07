import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { ChannelId, UserId } from '../../platform/ids.ts'
import { isSameTopic } from '../../platform/text/topic-key.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { canReadChannel } from '../../state/access/channel-permissions.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserTopic } from './entity.ts'
import type { UserTopicEvent } from './event.ts'
import { emitMutedTopics } from './muted.ts'
import { VisibilityPolicy } from './policy.ts'

interface TopicLocation {
  readonly channel: ChannelId
  readonly topic: string
}

type Choice = Columns<typeof UserTopic, 'userId' | 'visibilityPolicy'>

// Statements, because they compare topics by an index on an expression (user_topic_channel) and return the
// changed rows.
const RESPELL = statement(
  'user-topic.respell',
  `UPDATE user_topic SET topic = $3 WHERE channel_id = $1 AND lower(topic) = lower($2)
   RETURNING user_id AS "userId", visibility_policy AS "visibilityPolicy"`,
)
const LEAVE = statement(
  'user-topic.leave',
  `DELETE FROM user_topic WHERE channel_id = $1 AND lower(topic) = lower($2)
   RETURNING user_id AS "userId", visibility_policy AS "visibilityPolicy"`,
)
const EXISTING = statement(
  'user-topic.there',
  `SELECT user_id AS "userId", visibility_policy AS "visibilityPolicy" FROM user_topic
   WHERE channel_id = $1 AND lower(topic) = lower($2)`,
)
const DROP = statement(
  'user-topic.drop',
  'DELETE FROM user_topic WHERE channel_id = $1 AND lower(topic) = lower($2) AND user_id = ANY ($3::int[])',
)
const ARRIVE = statement(
  'user-topic.arrive',
  `INSERT INTO user_topic (user_id, channel_id, topic, visibility_policy)
   SELECT user_id, $1, $2, policy FROM unnest($3::int[], $4::int2[]) AS c (user_id, policy)
   ON CONFLICT (user_id, channel_id, lower(topic)) DO UPDATE
     SET visibility_policy = excluded.visibility_policy, updated_at = excluded.updated_at`,
)

/**
 * Moves users' policies to another topic when all messages of a topic have moved there, and emits them. When
 * the target had messages already, the more visible policy wins. The organization is locked.
 */
export async function followMove(
  tx: Tx,
  realm: RealmState,
  from: TopicLocation,
  to: TopicLocation,
  wasUsed: boolean,
): Promise<void> {
  if (from.channel === to.channel && isSameTopic(from.topic, to.topic)) {
    return emitChoices(tx, to, await tx.run<Choice>(RESPELL, [from.channel, from.topic, to.topic]))
  }
  const removed = await tx.run<Choice>(LEAVE, [from.channel, from.topic])
  if (removed.length === 0) return
  const rows = await tx.run<Choice>(EXISTING, [to.channel, to.topic])
  const existing = new Map(rows.map((row) => [row.userId, row.visibilityPolicy]))
  const formerPolicy = (user: UserId) => existing.get(user) ?? VisibilityPolicy.inherit
  const channel = realm.channels.get(to.channel)!
  const changed = removed
    .filter(({ userId }) => canReadChannel(realm, realm.users.get(userId)!, channel))
    .map(({ userId, visibilityPolicy }) => ({
      userId,
      visibilityPolicy: wasUsed ? moreVisible(visibilityPolicy, formerPolicy(userId)) : visibilityPolicy,
    }))
    .filter(({ userId, visibilityPolicy }) => visibilityPolicy !== formerPolicy(userId))
  await store(tx, to, changed)
  emitChoices(
    tx,
    from,
    removed.map(({ userId }) => ({ userId, visibilityPolicy: VisibilityPolicy.inherit })),
  )
  emitChoices(tx, to, changed)
  const isMute = ({ visibilityPolicy }: Choice) => visibilityPolicy === VisibilityPolicy.muted
  const affected = [...removed, ...changed, ...rows.filter(({ userId }) => isAffected(changed, userId))]
  await emitMutedTopics(
    tx,
    affected.filter(isMute).map((choice) => choice.userId),
  )
}

const isAffected = (changed: readonly Choice[], user: UserId): boolean =>
  changed.some((choice) => choice.userId === user)

/** The more visible of two policies: muted only when both are. */
function moreVisible(first: VisibilityPolicy, second: VisibilityPolicy): VisibilityPolicy {
  if (first === VisibilityPolicy.muted) return second
  if (second === VisibilityPolicy.muted) return first
  return Math.max(first, second) as VisibilityPolicy
}

async function store(tx: Tx, { channel, topic }: TopicLocation, changed: readonly Choice[]): Promise<void> {
  const inheriting = changed
    .filter((choice) => choice.visibilityPolicy === VisibilityPolicy.inherit)
    .map((choice) => choice.userId)
  const chosen = changed.filter((choice) => choice.visibilityPolicy !== VisibilityPolicy.inherit)
  if (inheriting.length > 0) await tx.run(DROP, [channel, topic, inheriting])
  if (chosen.length === 0) return
  await tx.run(ARRIVE, [
    channel,
    topic,
    chosen.map((choice) => choice.userId),
    chosen.map((choice) => choice.visibilityPolicy),
  ])
}

/** Emits one event for all users with the same policy. */
function emitChoices(tx: Tx, { channel, topic }: TopicLocation, choices: readonly Choice[]): void {
  for (const policy of new Set(choices.map((choice) => choice.visibilityPolicy))) {
    const event: UserTopicEvent = {
      type: 'user_topic',
      stream_id: channel,
      topic_name: topic,
      last_updated: Math.floor(Date.now() / 1000),
      visibility_policy: policy,
    }
    tx.emit(
      event,
      toUsers(choices.filter((choice) => choice.visibilityPolicy === policy).map((choice) => choice.userId)),
    )
  }
}
