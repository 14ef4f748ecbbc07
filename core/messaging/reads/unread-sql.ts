import { FlagBit } from '../../content/messages/bits.ts'
import { isReadAtOnce } from './read-state.ts'

const BOTH = FlagBit.hasExplicitReadState | FlagBit.read

/** Larger than any message id, as SQL. */
export const END = '9223372036854775807'

/**
 * Returns SQL for the ranges of ids, `from_id` ≤ id < `to_id`, in which messages of a channel may be unread
 * for a user: since the user's current subscription (subscription_span_open) and since the channel was last
 * archived (channel_pkey). All ids when the channel is null, because direct messages reach all participants.
 */
export function reachableRanges(user: string, channel: string): string {
  return `(SELECT greatest(from_id, (SELECT read_to + 1 FROM channel WHERE channel.id = channel_id)) AS from_id, ${END} AS to_id
      FROM ${openSpan(user, channel)} span
    UNION ALL SELECT 0, ${END} WHERE ${channel} IS NULL)`
}

/** Returns SQL for the range of ids since the user's current subscription (subscription_span_open). */
export function openSpan(user: string, channel: string): string {
  return `(SELECT channel_id, from_id, ${END} AS to_id FROM subscription_span
      WHERE user_id = ${user} AND channel_id = ${channel} AND to_id IS NULL)`
}

/**
 * Returns SQL: message `m` has no explicit read state for the user and was not read on arrival. Such a
 * message is unread in the ranges of `reachableRanges` above the pointer (message_flag_pkey). Compares with
 * `<>`, which the planner takes for true of most messages; if it took it for rare, it would read all messages
 * of a range to find the first.
 */
export function hasNoReadState(user: string): string {
  return `NOT ${isReadAtOnce(user)}
    AND coalesce((SELECT f.bits & ${FlagBit.hasExplicitReadState} FROM message_flag f
      WHERE f.user_id = ${user} AND f.message_id = m.id), 0) <> ${FlagBit.hasExplicitReadState}`
}

/**
 * Returns the same as `hasNoReadState` for many messages, in a query with the CTE `explicit` of
 * `explicitRows`: most of the time of `hasNoReadState` is the look-up of a flag row.
 */
export const hasNoExplicitState = (user: string): string =>
  `NOT ${isReadAtOnce(user)} AND m.id NOT IN (SELECT message_id FROM explicit)`

/**
 * Returns a query for the ids of messages with an explicit read state (message_flag_read,
 * message_flag_unread).
 */
export const explicitRows = (user: string): string =>
  `SELECT message_id FROM message_flag WHERE user_id = ${user}::int AND bits & ${BOTH} = ${BOTH}
       UNION ALL SELECT message_id FROM ${unreadRows(user)} row`

/**
 * Returns SQL for the ranges in which a user may have unread messages without a flag row: `from_id` ≤ id <
 * `to_id` in a conversation, above its pointer (subscription_span_pkey, channel_pkey, conversation_topic,
 * conversation_participant_pkey, read_pointer_pkey). Without `has_messages` no message is in the range. Use
 * it as a condition beside those on the messages, which then are not looked for: a condition on the ranges
 * would make the planner expect few of them. `which` is a condition on row `c` of `conversation`. Joins each
 * channel once: a look-up for each conversation took 178 ms instead of 12 for 50 channels with 200 topics
 * each.
 */
export function unreadRanges(user: string, which = 'true'): string {
  const pointer = `LEFT JOIN read_pointer p ON p.user_id = ${user}::int AND p.conversation_id = c.id`
  const range = (from: string) => `c.id AS conversation_id, ${from} AS from_id, ${END} AS to_id, p.ctid AS at,
      c.channel_id, c.topic, c.participant_ids, c.newest_message_id, c.newest_message_id IS NULL OR c.newest_message_id >= ${from} AS has_messages`
  return `(SELECT ${range('greatest(s.from_id, p.message_id + 1, nullif(channel.read_to, 0) + 1)')}
    FROM subscription_span s JOIN channel ON channel.id = s.channel_id JOIN conversation c ON c.channel_id = s.channel_id ${pointer}
    WHERE s.user_id = ${user}::int AND s.to_id IS NULL AND ${which}
    UNION ALL
    SELECT ${range('coalesce(p.message_id + 1, 0)')}
    FROM conversation_participant t JOIN conversation c ON c.id = t.conversation_id ${pointer}
    WHERE t.user_id = ${user}::int AND ${which})`
}

/**
 * Returns SQL for the user's rows with explicit unread state, on either side of the pointer
 * (message_flag_unread). `at` is the row's ctid, as in `readStateProbes`.
 */
export function unreadRows(user: string): string {
  return `(SELECT message_id, bits, ctid AS at FROM message_flag WHERE user_id = ${user}::int
    AND bits & ${BOTH} = ${FlagBit.hasExplicitReadState})`
}

/**
 * Returns the joins for `isRead`, like `readStateJoins`, for few messages. Forces lookups by key, however
 * small the planner estimates these tables (message_flag_pkey, read_pointer_pkey). `f.at` is the row's ctid,
 * which is valid until the row changes, that is while the event log is locked.
 */
export function readStateProbes(user: string): string {
  return `LEFT JOIN LATERAL (
      SELECT bits, ctid AS at FROM message_flag WHERE user_id = ${user} AND message_id = m.id OFFSET 0
    ) f ON true
    LEFT JOIN LATERAL (
      SELECT message_id FROM read_pointer WHERE user_id = ${user} AND conversation_id = m.conversation_id OFFSET 0
    ) p ON true`
}
