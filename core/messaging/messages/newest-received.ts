import { reachesInSpan } from '../../channels/arrival.ts'
import { type Sql, statement } from '../../platform/db/statement.ts'
import type { MessageId, UserId } from '../../platform/ids.ts'

// One probe for each span (subscription_span_pkey, message_channel) and for each direct conversation
// (conversation_participant_pkey, message_conversation): never a scan over messages of others. The
// comparison of rows says "of this channel, in this span" so that no index but message_channel can serve it:
// the planner underestimates a backward scan over all messages for one of a quiet channel.
const NEWEST = statement(
  'message.newest-received',
  `SELECT max(id) AS id FROM (
     SELECT m.id FROM subscription_span s CROSS JOIN LATERAL (
       SELECT id FROM message m WHERE channel_id IS NOT NULL AND ${reachesInSpan('$1')}
         AND (channel_id, id) >= (s.channel_id, s.from_id)
         AND (channel_id, id) < (s.channel_id, coalesce(s.to_id, 9223372036854775807))
       ORDER BY channel_id DESC, id DESC LIMIT 1
     ) m WHERE s.user_id = $1
     UNION ALL
     SELECT m.id FROM conversation_participant p CROSS JOIN LATERAL (
       SELECT id FROM message WHERE conversation_id = p.conversation_id ORDER BY id DESC LIMIT 1
     ) m WHERE p.user_id = $1
   ) received`,
)

/** The newest message that the user received, also in channels that the user has left since; -1 for none. One query. */
export async function newestReceived(sql: Sql, user: UserId): Promise<MessageId> {
  const [row] = await sql.run<{ id: MessageId | null }>(NEWEST, [user])
  return row?.id ?? (-1 as MessageId)
}
