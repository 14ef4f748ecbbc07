import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { ChannelId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { UserTopic } from './entity.ts'
import type { UserTopicEvent } from './event.ts'
import { emitMutedTopics } from './muted.ts'
import { VisibilityPolicy } from './policy.ts'

type ChangedRow = Columns<typeof UserTopic, 'topic'> & {
  /** Unix seconds. */
  readonly updatedAt: number
  /** Null when the user had no policy for the topic. */
  readonly former: VisibilityPolicy | null
}

// Statements, because they compare topics by an index on an expression (user_topic_user) and return the
// former policy.
const PUT = statement(
  'user-topic.put',
  `WITH former AS (
     SELECT visibility_policy FROM user_topic WHERE user_id = $1 AND channel_id = $2 AND lower(topic) = lower($3)
   ), put AS (
     INSERT INTO user_topic (user_id, channel_id, topic, visibility_policy) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id, channel_id, lower(topic))
       DO UPDATE SET visibility_policy = excluded.visibility_policy, updated_at = excluded.updated_at
       WHERE user_topic.visibility_policy <> excluded.visibility_policy
     RETURNING topic, floor(extract(epoch FROM updated_at))::int8 AS "updatedAt"
   )
   SELECT put.*, (SELECT visibility_policy FROM former) AS former FROM put`,
)
const REMOVE = statement(
  'user-topic.remove',
  `DELETE FROM user_topic WHERE user_id = $1 AND channel_id = $2 AND lower(topic) = lower($3)
   RETURNING topic, floor(extract(epoch FROM clock_timestamp()))::int8 AS "updatedAt", visibility_policy AS former`,
)

/**
 * Sets a user's policy for a topic, in the caller's transaction, which has locked the organization, and emits
 * it to the user; emits nothing when the policy is the same. The topic keeps its spelling from the first
 * choice.
 */
export async function setVisibilityPolicy(
  tx: Tx,
  user: UserId,
  channel: ChannelId,
  topic: string,
  policy: VisibilityPolicy,
): Promise<void> {
  const place = [user, channel, topic]
  const [row] = await (policy === VisibilityPolicy.inherit
    ? tx.run<ChangedRow>(REMOVE, place)
    : tx.run<ChangedRow>(PUT, [...place, policy]))
  if (row === undefined) return
  const audience = toUsers([user])
  if (row.former === VisibilityPolicy.muted || policy === VisibilityPolicy.muted) {
    await emitMutedTopics(tx, [user])
  }
  const event: UserTopicEvent = {
    type: 'user_topic',
    stream_id: channel,
    topic_name: row.topic,
    last_updated: row.updatedAt,
    visibility_policy: policy,
  }
  tx.emit(event, audience)
}
