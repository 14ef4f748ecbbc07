import type { Sql } from '../db/statement.ts'
import { statement } from '../db/statement.ts'
import type { UserId } from '../ids.ts'
import type { RealmView } from '../realm/view.ts'
import { VisibilityPolicy } from '../user-topics/policy.ts'
import type { Target } from './move.ts'

// user_topic_channel
const FOLLOWERS = statement(
  'user-topic.followers',
  `SELECT user_id AS user FROM user_topic WHERE channel_id = $1 AND lower(topic) = lower($2)
     AND visibility_policy = ${VisibilityPolicy.followed}`,
)

/**
 * For whom of a channel's subscribers the notice that a topic was settled, or opened again, is unread, as they have
 * set `resolved_topic_notice_auto_read_policy`; `mover` has read it in any case.
 */
export async function unreadAbout(
  sql: Sql,
  realm: RealmView,
  mover: UserId,
  { channel, topic }: Target,
): Promise<UserId[]> {
  const rows = await sql.run<{ user: UserId }>(FOLLOWERS, [channel, topic])
  const followers = new Set(rows.map((row) => row.user))
  return [...realm.membership.subscribers(channel)].filter((id) => {
    const user = realm.users.get(id)
    if (user === undefined || !user.isActive || user.isBot || id === mover) return false
    const policy = user.settings.resolved_topic_notice_auto_read_policy
    return policy === 'never' || (policy === 'except_followed' && followers.has(id))
  })
}
