import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { UserId } from '../../platform/ids.ts'
import type { UserTopic as UserTopicEntity } from './entity.ts'
import { VisibilityPolicy } from './policy.ts'

/** A topic with a user's own policy. Its name is empty for the topic without a name. */
export type UserTopic = Columns<typeof UserTopicEntity, 'channelId' | 'topic' | 'visibilityPolicy'> & {
  readonly channelName: string
  /** Unix seconds. */
  readonly updatedAt: number
}

/** SQL columns of a `UserTopic`, for row `t` of `user_topic` and row `c` of `channel`. */
export const TOPIC_COLUMNS = `t.channel_id AS "channelId", c.name AS "channelName", t.topic,
     t.visibility_policy AS "visibilityPolicy",
     floor(extract(epoch FROM t.updated_at))::int8 AS "updatedAt"`

export const TOPICS_OF_USER = statement(
  'user-topic.of-user',
  `SELECT ${TOPIC_COLUMNS}
   FROM user_topic t JOIN channel c ON c.id = t.channel_id AND NOT c.is_archived
   WHERE t.user_id = $1 ORDER BY t.channel_id, lower(t.topic)`, // user_topic_user
)

/** A user's policies in active channels. One query. */
export function userTopicsOf(sql: Sql, user: UserId): Promise<UserTopic[]> {
  return sql.run<UserTopic>(TOPICS_OF_USER, [user])
}

/** The form for clients that do not know policies: channel, topic, time of muting. */
export type MutedTopic = [channel: string, topic: string, mutedAt: number]

export function mutedAmong(topics: readonly UserTopic[]): MutedTopic[] {
  return topics
    .filter(({ visibilityPolicy }) => visibilityPolicy === VisibilityPolicy.muted)
    .map(({ channelName, topic, updatedAt }) => [channelName, topic, updatedAt])
}
