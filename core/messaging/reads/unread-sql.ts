import { FlagBit } from '../../content/messages/bits.ts'
import { isReadAtOnce } from './read-state.ts'

/** Larger than any message id, as SQL. */
const END = '9223372036854775807'

/**
 * As SQL, the ranges of ids `from_id` ≤ id < `to_id` in which messages of a channel may be unread for a user: since the
 * user subscribed, as whoever leaves has read everything (subscription_span_open). All ids when the channel is null:
 * direct messages reach their participants.
 */
export function reachOf(user: string, channel: string): string {
  return `(SELECT from_id, coalesce(to_id, ${END}) AS to_id FROM subscription_span
      WHERE user_id = ${user} AND channel_id = ${channel} AND to_id IS NULL
    UNION ALL SELECT 0, ${END} WHERE ${channel} IS NULL)`
}

/**
 * As SQL, whether neither a row of the user nor how it arrived says of message `m` whether it is read: then it is unread
 * in the ranges of `reachOf` above the pointer (message_flag_pkey).
 */
export function isSilent(user: string): string {
  return `NOT ${isReadAtOnce(user)}
    AND coalesce((SELECT f.bits & ${FlagBit.hasExplicitReadState} FROM message_flag f
      WHERE f.user_id = ${user} AND f.message_id = m.id), 0) = 0`
}

/**
 * As SQL, where a user may have unread messages that no row calls so: ranges `from_id` ≤ id < `to_id` of
 * conversations, above the pointer (subscription_span_pkey, conversation_topic,
 * conversation_participant_pkey, read_pointer_pkey). `which` is a condition on row `c` of `conversation`.
 */
export function places(user: string, which = 'true'): string {
  const pointer = `LEFT JOIN read_pointer p ON p.user_id = ${user}::int AND p.conversation_id = c.id`
  return `(SELECT c.id AS conversation_id, greatest(s.from_id, p.message_id + 1) AS from_id,
      coalesce(s.to_id, ${END}) AS to_id
    FROM subscription_span s JOIN conversation c ON c.channel_id = s.channel_id ${pointer}
    WHERE s.user_id = ${user}::int AND s.to_id IS NULL AND ${which}
    UNION ALL
    SELECT c.id, coalesce(p.message_id + 1, 0), ${END}
    FROM conversation_participant t JOIN conversation c ON c.id = t.conversation_id ${pointer}
    WHERE t.user_id = ${user}::int AND ${which})`
}

/** As SQL, the rows that call a message of the user unread, wherever its pointer is (message_flag_unread). */
export function unreadRows(user: string): string {
  return `(SELECT message_id, bits FROM message_flag WHERE user_id = ${user}::int
    AND bits & ${FlagBit.hasExplicitReadState | FlagBit.read} = ${FlagBit.hasExplicitReadState})`
}

/**
 * As SQL, what `isRead` needs, as `readStateJoins`, where few messages are looked at: always by their keys,
 * however small the planner thinks these tables are (message_flag_pkey, read_pointer_pkey). `f.at` is where
 * the row is until somebody changes it: as long as the head is held.
 */
export function readStateProbes(user: string): string {
  return `LEFT JOIN LATERAL (
      SELECT bits, ctid AS at FROM message_flag WHERE user_id = ${user} AND message_id = m.id OFFSET 0
    ) f ON true
    LEFT JOIN LATERAL (
      SELECT message_id FROM read_pointer WHERE user_id = ${user} AND conversation_id = m.conversation_id OFFSET 0
    ) p ON true`
}
