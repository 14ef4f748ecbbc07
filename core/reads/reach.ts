import { FlagBit, MessageBit } from '../messages/bits.ts'

/** Larger than any message id, as SQL. */
const END = '9223372036854775807'

/**
 * As SQL, the ranges of ids `from_id` ≤ id < `to_id` in which messages of a channel reached a user
 * (subscription_span_pkey); all ids when the channel is null: direct messages reach their participants.
 */
export function reachOf(user: string, channel: string): string {
  return `(SELECT from_id, coalesce(to_id, ${END}) AS to_id FROM subscription_span
      WHERE user_id = ${user} AND channel_id = ${channel}
    UNION ALL SELECT 0, ${END} WHERE ${channel} IS NULL)`
}

/**
 * As SQL, whether neither a row of the user nor having sent it says of message `m` whether it is read: then
 * it is unread where it reached the user above the pointer (message_flag_pkey).
 */
export function isSilent(user: string): string {
  return `NOT (m.sender_id = ${user} AND m.bits & ${MessageBit.readBySender} <> 0)
    AND coalesce((SELECT f.bits & ${FlagBit.speaksOfReading} FROM message_flag f
      WHERE f.user_id = ${user} AND f.message_id = m.id), 0) = 0`
}
