import type { UserTopic } from '../../channels/user-topics/entity.ts'
import { VisibilityPolicy } from '../../channels/user-topics/policy.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Notice } from '../../state/realm/notice.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { Target } from './move.ts'

// user_topic_channel
const FOLLOWERS = statement(
  'user-topic.followers',
  `SELECT user_id AS "userId" FROM user_topic WHERE channel_id = $1 AND lower(topic) = lower($2)
     AND visibility_policy = ${VisibilityPolicy.followed}`,
)

/**
 * For which subscribers the notice that a topic was resolved or reopened arrives read, by their setting
 * `resolved_topic_notice_auto_read_policy`. Returns the smaller of both lists. It always arrives read for
 * `mover`.
 */
export async function noticeReadState(
  sql: Sql,
  realm: RealmView,
  mover: UserId,
  { channel, topic }: Target,
): Promise<Pick<Notice, 'readBy' | 'unreadBy'>> {
  const rows = await sql.run<Columns<typeof UserTopic, 'userId'>>(FOLLOWERS, [channel, topic])
  const followers = new Set(rows.map((row) => row.userId))
  const unreadBy: UserId[] = []
  const readBy: UserId[] = []
  for (const id of realm.membership.subscribers(channel)) {
    const user = realm.users.get(id)
    if (user === undefined || !user.isActive || user.isBot) continue
    const policy = user.settings.resolved_topic_notice_auto_read_policy
    const keepsUnread = policy === 'never' || (policy === 'except_followed' && followers.has(id))
    if (keepsUnread && id !== mover) unreadBy.push(id)
    else readBy.push(id)
  }
  return unreadBy.length <= readBy.length ? { unreadBy } : { readBy }
}
