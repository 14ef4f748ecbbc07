import { FlagBit, MessageBit } from '../messages/bits.ts'
import { inSpan } from '../narrow/sql.ts'

/**
 * Whether the user of placeholder `user` has read row `m` of `message`, computed, not stored per recipient
 * (design "Conversations and read state"). Needs `f` (its `message_flag` row, left joined) and `p` (its
 * `read_pointer` of the conversation, left joined).
 */
export function isRead(user: string): string {
  return `CASE
    WHEN f.bits & ${FlagBit.speaksOfReading} <> 0 THEN f.bits & ${FlagBit.read} <> 0
    WHEN m.id <= p.message_id THEN true
    WHEN ${isReadAtOnce(user)} THEN true
    ELSE ${isHistorical(user)} END`
}

/** Whether row `m` was read when it arrived: the user sent it so, or it is for everyone. */
export function isReadAtOnce(user: string): string {
  return `(m.bits & ${MessageBit.arrivesRead} <> 0
    OR m.sender_id = ${user}::int AND m.bits & ${MessageBit.readBySender} <> 0)`
}

/** Whether row `m` was sent to a channel that the user was not subscribed to at the time. */
export function isHistorical(user: string): string {
  return `(m.channel_id IS NOT NULL AND NOT ${inSpan(user)})`
}

/** The joins that `isRead` needs. */
export function readStateJoins(user: string): string {
  return `LEFT JOIN message_flag f ON f.user_id = ${user}::int AND f.message_id = m.id
    LEFT JOIN read_pointer p ON p.user_id = ${user}::int AND p.conversation_id = m.conversation_id`
}
