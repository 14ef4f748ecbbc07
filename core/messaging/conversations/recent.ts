import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { MessageId, UserId } from '../../platform/ids.ts'
import type { Conversation } from './entities.ts'

export const RECENT_CONVERSATIONS = statement(
  'conversation.recent-direct',
  `SELECT c.participant_ids AS "participantIds", m.id FROM conversation_participant p
   JOIN conversation c ON c.id = p.conversation_id
   CROSS JOIN LATERAL (SELECT id FROM message WHERE conversation_id = c.id ORDER BY id DESC LIMIT 1) m -- message_conversation
   WHERE p.user_id = $1 ORDER BY m.id DESC LIMIT 1000`,
)

type NewestOfConversation = Columns<typeof Conversation, 'participantIds'> & { readonly id: MessageId }

export interface RecentConversation {
  /** All participants but the user; empty for the user's conversation with themselves. */
  readonly others: UserId[]
  readonly newest: MessageId
}

/** Returns a user's direct conversations, ordered by newest message, newest first; at most 1,000. */
export async function recentConversations(sql: Sql, user: UserId): Promise<RecentConversation[]> {
  const rows = await sql.run<NewestOfConversation>(RECENT_CONVERSATIONS, [user])
  return rows.map((row) => ({ others: row.participantIds!.filter((id) => id !== user), newest: row.id }))
}
