import type { Sql } from '../db/statement.ts'
import type { MessageId, UserId } from '../ids.ts'
import { isSilent, places, unreadRows } from './reach.ts'

/**
 * The user's oldest unread message that meets `condition` (on row `m`, with placeholders for `values`);
 * undefined when there is none. `where` (on row `c`) is a condition that the conversations of all these meet.
 * One probe a conversation above its pointer (message_conversation), and the rows that say "unread" (message_flag_unread): what was read is not looked at.
 */
export async function firstUnread(
  sql: Sql,
  user: UserId,
  where: string,
  condition: string,
  values: readonly unknown[],
): Promise<MessageId | undefined> {
  const me = `$${values.length + 1}`
  const [row] = await sql.run<{ id: MessageId | null }>(
    {
      name: '', // put together anew for each narrow: not prepared
      text: `SELECT min(id) AS id FROM (
          SELECT first.id FROM ${places(me, where)} place CROSS JOIN LATERAL (
            SELECT m.id FROM message m
            WHERE m.conversation_id = place.conversation_id AND m.id >= place.from_id AND m.id < place.to_id
              AND ${isSilent(`${me}::int`)} AND ${condition}
            ORDER BY m.id LIMIT 1
          ) first
          UNION ALL
          SELECT m.id FROM ${unreadRows(me)} unread JOIN message m ON m.id = unread.message_id WHERE ${condition}
        ) candidate`,
    },
    [...values, user],
  )
  return row?.id ?? undefined
}
