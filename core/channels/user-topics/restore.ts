import { statement } from '../../platform/db/statement.ts'
import type { Tx } from '../../platform/db/transact.ts'
import { toUsers } from '../../platform/events/audience.ts'
import { groupBy } from '../../platform/group-by.ts'
import type { ChannelId, UserId } from '../../platform/ids.ts'
import type { UserTopicEvent } from './event.ts'
import { emitMutedTopics } from './muted.ts'
import { VisibilityPolicy } from './policy.ts'

interface Chosen {
  readonly user: UserId
  readonly topic: string
  readonly policy: VisibilityPolicy
  readonly updatedAt: number
}

const OF_CHANNEL = statement(
  'user-topic.of-channel',
  `SELECT user_id AS user, topic, visibility_policy AS policy,
     floor(extract(epoch FROM updated_at))::int8 AS "updatedAt"
   FROM user_topic WHERE channel_id = $1 ORDER BY lower(topic), user_id`, // user_topic_channel
)

/**
 * Emits the policies for topics of a channel that is active again, because register omits the policies of archived
 * channels. One event serves all users who made the same choice at the same time. At most two queries.
 */
export async function emitPoliciesOf(tx: Tx, channel: ChannelId): Promise<void> {
  const rows = await tx.run<Chosen>(OF_CHANNEL, [channel])
  const groups = groupBy(rows, ({ user: _, ...chosen }) => JSON.stringify(chosen))
  for (const chosen of groups.values()) {
    const { topic, policy, updatedAt } = chosen[0]!
    const event: UserTopicEvent = {
      type: 'user_topic',
      stream_id: channel,
      topic_name: topic,
      last_updated: updatedAt,
      visibility_policy: policy,
    }
    tx.emit(event, toUsers(chosen.map((choice) => choice.user)))
  }
  const muting = rows.filter((choice) => choice.policy === VisibilityPolicy.muted)
  await emitMutedTopics(
    tx,
    muting.map((choice) => choice.user),
  )
}
