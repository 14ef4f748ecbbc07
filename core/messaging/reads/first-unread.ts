import { allOf } from '../narrow/sql.ts'
import { hasNoReadState, unreadRanges, unreadRows } from './unread-sql.ts'

/** SQL conditions on the messages among which the first unread one is looked for. */
export interface WantedMessages {
  /** On row `c`: all conversations of the messages meet it. */
  readonly conversation: string
  /** On row `m`: the messages of such a conversation that are wanted. */
  readonly within: string
  /** On row `m`: the messages that are wanted, and that the user may read, of any conversation. */
  readonly anywhere: string
}

/** All messages. */
export const ALL_MESSAGES: WantedMessages = { conversation: 'true', within: 'true', anywhere: 'true' }

/**
 * Returns a query for the `id` of the user's oldest unread message among the wanted ones; null when there is none. `me` is the
 * placeholder of the user. Costs one probe for each conversation with messages above its pointer (message_conversation)
 * and the rows marked unread (message_flag_unread). Never scans read messages.
 */
export function firstUnread(me: string, wanted: WantedMessages): string {
  return `SELECT min(id) AS id FROM (
      SELECT first.id FROM ${unreadRanges(me, wanted.conversation)} place CROSS JOIN LATERAL (
        SELECT m.id FROM message m
        WHERE place.has_messages AND m.conversation_id = place.conversation_id AND m.id >= place.from_id AND m.id < place.to_id
          AND ${allOf([hasNoReadState(`${me}::int`), wanted.within])}
        ORDER BY m.id LIMIT 1
      ) first
      UNION ALL
      SELECT m.id FROM ${unreadRows(me)} unread JOIN message m ON m.id = unread.message_id WHERE ${wanted.anywhere}
    ) candidate`
}
