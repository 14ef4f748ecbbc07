import { allOf } from '../narrow/sql.ts'
import { isSilent, places, unreadRows } from './unread-sql.ts'

/**
 * A query: `id` is the user's oldest unread message that meets `match` (on row `m`), null when there is none;
 * `me` is the user's placeholder. `where` (on row `c`) is a condition that the conversations of all these meet;
 * `access` that the user may read the message, for those that may not have reached the user.
 * One probe a conversation above its pointer (message_conversation), and the rows that say "unread"
 * (message_flag_unread): what was read is not looked at.
 */
export function firstUnread(me: string, where: string, match: string, access: string): string {
  return `SELECT min(id) AS id FROM (
      SELECT first.id FROM ${places(me, where)} place CROSS JOIN LATERAL (
        SELECT m.id FROM message m
        WHERE m.conversation_id = place.conversation_id AND m.id >= place.from_id AND m.id < place.to_id
          AND ${isSilent(`${me}::int`)} AND ${match}
        ORDER BY m.id LIMIT 1
      ) first
      UNION ALL
      SELECT m.id FROM ${unreadRows(me)} unread JOIN message m ON m.id = unread.message_id WHERE ${allOf([access, match])}
    ) candidate`
}
