import type { InferEntity } from '@mikro-orm/core'
import { raw } from '@mikro-orm/core'
import { groupBy } from '../../platform/collections/group-by.ts'
import { unixSeconds } from '../../platform/db/statements/unix-seconds.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { ChannelId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { UserTopic } from './entity.ts'
import type { UserTopicEvent } from './event.ts'
import { emitMutedTopics } from './muted.ts'
import { VisibilityPolicy } from './policy.ts'

/**
 * Emits the policies for topics of a channel that is active again, because register omits the policies of
 * archived channels. One event serves all users who made the same choice at the same time. At most two
 * queries.
 */
export async function emitPoliciesOf(tx: Tx, channel: ChannelId): Promise<void> {
  const orderBy = { [raw('lower(topic)')]: 'asc', userId: 'asc' } as const
  const rows = await tx.em.find(UserTopic, { channelId: channel }, { orderBy, disableIdentityMap: true })
  const events = groupBy(rows, (row) => JSON.stringify(eventOf(row)))
  for (const sameEvent of events.values()) {
    tx.emit(eventOf(sameEvent[0]!), toUsers(sameEvent.map((row) => row.userId)))
  }
  const muting = rows.filter((row) => row.visibilityPolicy === VisibilityPolicy.muted)
  await emitMutedTopics(
    tx,
    muting.map((row) => row.userId),
  )
}

const eventOf = (row: InferEntity<typeof UserTopic>): UserTopicEvent => ({
  type: 'user_topic',
  stream_id: row.channelId,
  topic_name: row.topic,
  last_updated: unixSeconds(row.updatedAt),
  visibility_policy: row.visibilityPolicy,
})
