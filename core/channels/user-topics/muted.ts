import { groupBy } from '../../platform/collections/group-by.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { UserTopic as UserTopicEntity } from './entity.ts'
import type { MutedTopicsEvent } from './event.ts'
import { mutedAmong, TOPIC_COLUMNS, type UserTopic } from './list.ts'
import { VisibilityPolicy } from './policy.ts'

const MUTED = statement(
  'user-topic.muted',
  `SELECT t.user_id AS "userId", ${TOPIC_COLUMNS}
   FROM user_topic t JOIN channel c ON c.id = t.channel_id AND NOT c.is_archived
   WHERE t.user_id = ANY ($1::int[]) AND t.visibility_policy = ${VisibilityPolicy.muted}
   ORDER BY t.channel_id, lower(t.topic)`, // user_topic_user
)

type MutedRow = UserTopic & Columns<typeof UserTopicEntity, 'userId'>

/**
 * Emits to each of these users all muted topics, for clients that do not know policies. One query, or none.
 */
export async function emitMutedTopics(tx: Tx, users: Iterable<UserId>): Promise<void> {
  const ids = [...new Set(users)]
  if (ids.length === 0) return
  const muted = groupBy(await tx.run<MutedRow>(MUTED, [ids]), (topic) => topic.userId)
  for (const id of ids) {
    const event: MutedTopicsEvent = { type: 'muted_topics', muted_topics: mutedAmong(muted.get(id) ?? []) }
    tx.emit(event, toUsers([id]))
  }
}
