import { allOf } from '../narrow/sql.ts'
import { hasNoReadState, unreadRanges, unreadRows } from './unread-sql.ts'

/**
 * Returns a query for the `id` of the user's oldest unread message that meets `match` (a condition on row `m`); null when
 * there is none. `me` is the placeholder of the user. `where` (on row `c`) is a condition that all conversations of such
 * messages meet. `access` is the condition that the user may read the message, for messages that may not have reached the
 * user. Costs one probe for each conversation with messages above its pointer (message_conversation) and the rows marked
 * unread (message_flag_unread). Never scans read messages.
 */
export function firstUnread(me: string, where: string, match: string, access: string): string {
  return `SELECT min(id) AS id FROM (
      SELECT first.id FROM ${unreadRanges(me, where)} place CROSS JOIN LATERAL (
        SELECT m.id FROM message m
        WHERE place.has_messages AND m.conversation_id = place.conversation_id AND m.id >= place.from_id AND m.id < place.to_id
          AND ${hasNoReadState(`${me}::int`)} AND ${match}
        ORDER BY m.id LIMIT 1
      ) first
      UNION ALL
      SELECT m.id FROM ${unreadRows(me)} unread JOIN message m ON m.id = unread.message_id WHERE ${allOf([access, match])}
    ) candidate`
}
