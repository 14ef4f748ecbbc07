import { receivedInChannel } from '../../channels/arrival.ts'
import { FlagBit, MessageBit } from '../../content/messages/bits.ts'

/**
 * Whether the user of placeholder `user` has read row `m` of `message`, computed, not stored per recipient
 * (design "Conversations and read state"). Needs `f` (its `message_flag` row, left joined) and `p` (its
 * `read_pointer` of the conversation, left joined).
 */
export const isRead = (user: string): string => readBy(user, isOutOfReach(user))

/** As `isRead`, leaving out what counts as read because the user was not, or is not any more, subscribed. */
export const hasRead = (user: string): string => readBy(user, 'false')

const readBy = (user: string, otherwise: string): string => `CASE
    WHEN f.bits & ${FlagBit.hasExplicitReadState} <> 0 THEN f.bits & ${FlagBit.read} <> 0
    WHEN m.id <= p.message_id THEN true
    WHEN ${isReadAtOnce(user)} THEN true
    ELSE ${otherwise} END`

/**
 * Whether row `m` is of a channel to which the user is not subscribed since before it was sent (subscription_span_open).
 * Whoever leaves a channel has nothing unread there, also after coming back.
 */
export function isOutOfReach(user: string): string {
  return `(m.channel_id IS NOT NULL AND NOT EXISTS (SELECT FROM subscription_span span
    WHERE span.user_id = ${user}::int AND span.channel_id = m.channel_id AND span.to_id IS NULL AND span.from_id <= m.id))`
}

/** Whether row `m` was read when it arrived: the user sent it so, or it is for everyone. */
export function isReadAtOnce(user: string): string {
  return `(m.bits & ${MessageBit.arrivesRead} <> 0
    OR m.sender_id = ${user}::int AND m.bits & ${MessageBit.readBySender} <> 0)`
}

/** Whether row `m` was sent, or came, to a channel that the user was not subscribed to at the time. */
export function isHistorical(user: string): string {
  return `(m.channel_id IS NOT NULL AND NOT ${receivedInChannel(user)})`
}

/** The joins that `isRead` needs. */
export function readStateJoins(user: string): string {
  return `LEFT JOIN message_flag f ON f.user_id = ${user}::int AND f.message_id = m.id
    LEFT JOIN read_pointer p ON p.user_id = ${user}::int AND p.conversation_id = m.conversation_id`
}
