import { receivedInChannel } from '../../channels/subscriptions/arrival.ts'
import { FlagBit, MessageBit } from '../../content/messages/bits.ts'

/**
 * Returns SQL: row `m` of `message` is read for the user with placeholder `user`. Read state is computed and
 * not stored per recipient. The query must contain `readStateJoins`: `f` is the user's `message_flag` row and
 * `p` the user's `read_pointer` of the conversation.
 */
export const isRead = (user: string): string => readBy(user, isOutOfReach(user))

/** Like `isRead`, but false for messages that count as read only because the user is not subscribed. */
export const hasRead = (user: string): string => readBy(user, 'false')

const readBy = (user: string, otherwise: string): string => `CASE
    WHEN f.bits & ${FlagBit.hasExplicitReadState} <> 0 THEN f.bits & ${FlagBit.read} <> 0
    WHEN m.id <= p.message_id THEN true
    WHEN ${isReadAtOnce(user)} THEN true
    ELSE ${otherwise} END`

/**
 * Returns SQL: the user's current subscription to the channel of row `m` began after the message, or there is
 * none (subscription_span_open), or the channel was archived after the message (channel_pkey). A user who
 * leaves a channel has no unread messages there, even after subscribing again.
 */
export function isOutOfReach(user: string): string {
  return `(m.channel_id IS NOT NULL AND NOT EXISTS (SELECT FROM subscription_span span
    WHERE span.user_id = ${user}::int AND span.channel_id = m.channel_id AND span.to_id IS NULL AND span.from_id <= m.id
      AND m.id > (SELECT read_to FROM channel WHERE channel.id = span.channel_id)))`
}

/**
 * Returns SQL: row `m` was read on arrival, because the user sent it as read or it arrives read for everyone.
 * Compares with the bit and not with 0, because the planner takes every `=` on bits for rare: few messages
 * are read on arrival.
 */
export function isReadAtOnce(user: string): string {
  const has = (bit: number) => `m.bits & ${bit} = ${bit}`
  return `(${has(MessageBit.arrivesRead)} OR m.sender_id = ${user}::int AND ${has(MessageBit.readBySender)})`
}

/** Returns SQL: row `m` was sent or moved to a channel while the user was not subscribed to it. */
export function isHistorical(user: string): string {
  return `(m.channel_id IS NOT NULL AND NOT ${receivedInChannel(user)})`
}

/** The joins that `isRead` needs. */
export function readStateJoins(user: string): string {
  return `LEFT JOIN message_flag f ON f.user_id = ${user}::int AND f.message_id = m.id
    LEFT JOIN read_pointer p ON p.user_id = ${user}::int AND p.conversation_id = m.conversation_id`
}
