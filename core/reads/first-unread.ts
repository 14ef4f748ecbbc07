import type { Sql } from '../db/statement.ts'
import type { MessageId, UserId } from '../ids.ts'
import { places, unreadRows } from './reach.ts'
import { isRead, readStateJoins } from './read-state.ts'

/**
 * The user's oldest unread message that meets `condition` (on row `m`, with placeholders for `values`);
 * undefined when there is none. One probe a conversation above its pointer
 * (message_conversation), and the rows that say "unread" (message_flag_unread): what was read is not looked at.
 */
export async function firstUnread(
  sql: Sql,
  user: UserId,
  condition: string,
  values: readonly unknown[],
): Promise<MessageId | undefined> {
  const me = `$${values.length + 1}`
  const candidate = (where: string) =>
    `SELECT m.id FROM message m ${readStateJoins(me)}
     WHERE ${where} AND NOT ${isRead(me)} AND ${condition} ORDER BY m.id LIMIT 1`
  const [row] = await sql.run<{ id: MessageId | null }>(
    {
      name: '', // put together anew for each narrow: not prepared
      text: `SELECT min(id) AS id FROM (
          SELECT first.id FROM ${places(me)} place CROSS JOIN LATERAL (${candidate(
            'm.conversation_id = place.conversation_id AND m.id >= place.from_id AND m.id < place.to_id',
          )}) first
          UNION ALL
          SELECT m.id FROM ${unreadRows(me)} unread JOIN message m ON m.id = unread.message_id WHERE ${condition}
        ) candidate`,
    },
    [...values, user],
  )
  return row?.id ?? undefined
}
