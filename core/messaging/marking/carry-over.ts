import { FlagBit } from '../../content/messages/bits.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { ChannelId, ConversationId, MessageId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { isOutOfReach } from '../reads/read-state.ts'
import { hasNoReadState, openSpan, reachableRanges } from '../reads/unread-sql.ts'

/** A move of messages from one conversation to another. */
export interface ReadStateMove {
  readonly from: { readonly conversation: ConversationId; readonly channel: ChannelId }
  readonly to: { readonly conversation: ConversationId; readonly channel: ChannelId }
  /** Ascending, not empty. */
  readonly messages: readonly MessageId[]
  /** Whether `messages` are all messages of the conversation between the first and the last of them. */
  readonly isWhole: boolean
}

const BOTH = FlagBit.hasExplicitReadState | FlagBit.read

/** SQL: row `m` is moved. It is in conversation $1, from $5 to $6; when $7 is false, its id is also in $8. */
const IS_MOVED = `m.conversation_id = $1::int8 AND m.id >= $5::int8 AND m.id <= $6::int8 AND ($7::bool OR m.id = ANY ($8::int8[]))`

/** SQL: row `m` could be unread for the user in its old channel (subscription_span_open). */
const REACHED_BEFORE = `NOT ${isOutOfReach('u.user_id')}`

/** SQL: ranges of ids in which messages reach the user both before and after the move. */
const REACHED_BOTH = `(SELECT greatest(o.from_id, n.from_id) AS from_id, least(o.to_id, n.to_id) AS to_id
  FROM ${reachableRanges('u.user_id', '$3::int')} o JOIN ${reachableRanges('u.user_id', '$4::int')} n
    ON o.from_id < n.to_id AND n.from_id < o.to_id)`

/** SQL: like `REACHED_BOTH`, also up to the `read_to` of the new channel. */
const REACHED_ANYWHERE = `(SELECT greatest(o.from_id, n.from_id) AS from_id, least(o.to_id, n.to_id) AS to_id
  FROM ${reachableRanges('u.user_id', '$3::int')} o JOIN ${openSpan('u.user_id', '$4::int')} n
    ON o.from_id < n.to_id AND n.from_id < o.to_id)`

/**
 * Keeps read state before the messages are moved. The read pointers of the two conversations differ, so the
 * statement writes flag rows for the difference, or advances the new conversation's pointer when that passes
 * nothing unread.
 *
 * A moved message without a flag row was read if the old pointer passed it or it did not reach the user. It
 * will be read if the new pointer passes it or the new channel does not bring it to the user. So the
 * statement handles only subscribers of the new channel, and only messages between the two pointers or
 * messages that did not reach the user in the old channel. Messages up to the `read_to` of the new channel
 * count as passed there, wherever the pointer is (`passed`).
 *
 * Indexes: subscription_span_open for the users; for each user read_pointer_pkey, subscription_span_pkey, and
 * ranges of message_conversation that begin at a pointer.
 */
const CARRY_OVER = statement(
  'reads.carry-over',
  `WITH affected AS (
     SELECT s.user_id, coalesce(former.message_id, 0) AS former, coalesce(next.message_id, 0) AS next, greatest(next.message_id,
         (SELECT read_to FROM channel WHERE id = $4::int AND $3::int <> $4::int), 0) AS passed
     FROM (
       SELECT user_id FROM subscription_span WHERE channel_id = $4::int AND to_id IS NULL
     ) s
     LEFT JOIN read_pointer former ON former.user_id = s.user_id AND former.conversation_id = $1::int8
     LEFT JOIN read_pointer next ON next.user_id = s.user_id AND next.conversation_id = $2::int8
     WHERE $3::int <> $4::int OR coalesce(former.message_id, 0) <> coalesce(next.message_id, 0)
   ), stop AS MATERIALIZED (
     -- The first message above the new pointer that must stay unread, among existing and moved messages.
     SELECT u.*, least(
       (SELECT min(m.id) FROM ${reachableRanges('u.user_id', '$4::int')} s CROSS JOIN LATERAL (
          SELECT m.id FROM message m
          -- The row comparison forces message_conversation: for a new, empty conversation, the planner would
          -- underestimate the cost of scanning all messages.
          WHERE (m.conversation_id, m.id) > ($2::int8, greatest(u.next, s.from_id - 1))
            AND (m.conversation_id, m.id) <= ($2::int8, least($6::int8, s.to_id - 1)) AND ${hasNoReadState('u.user_id')}
          ORDER BY m.conversation_id, m.id LIMIT 1) m),
       (SELECT min(m.id) FROM ${REACHED_BOTH} s CROSS JOIN LATERAL (
          SELECT m.id FROM message m
          WHERE ${IS_MOVED} AND m.id > greatest(u.former, u.next)
            AND m.id >= s.from_id AND m.id < s.to_id AND ${hasNoReadState('u.user_id')}
          ORDER BY m.id LIMIT 1) m),
       $6::int8 + 1
     ) AS stop FROM affected u
   ), placed AS MATERIALIZED (
     SELECT u.*, greatest(u.next, (
       SELECT m.id FROM message m WHERE ${IS_MOVED} AND m.id < u.stop ORDER BY m.id DESC LIMIT 1
     )) AS pointer FROM stop u
   ), moved AS (
     INSERT INTO read_pointer (user_id, conversation_id, message_id)
     SELECT user_id, $2::int8, pointer FROM placed WHERE pointer > next
     ON CONFLICT (user_id, conversation_id) DO UPDATE SET message_id = excluded.message_id
   ), explicit_state AS (
     -- Messages that were read and are above the new pointer.
     SELECT u.user_id, m.id, ${BOTH} AS bits FROM placed u
     CROSS JOIN LATERAL ${reachableRanges('u.user_id', '$4::int')} s
     CROSS JOIN LATERAL (
       SELECT m.id FROM message m
       WHERE ${IS_MOVED} AND m.id > u.pointer AND m.id >= s.from_id AND m.id < s.to_id
         AND (m.id <= u.former OR NOT ${REACHED_BEFORE}) AND ${hasNoReadState('u.user_id')}
       OFFSET 0
     ) m
     WHERE u.pointer < $6::int8 AND ($3::int <> $4::int OR u.pointer < u.former)
     UNION ALL
     -- Messages that were unread and that the new pointer or channel has passed.
     SELECT u.user_id, m.id, ${FlagBit.hasExplicitReadState} FROM placed u
     CROSS JOIN LATERAL ${REACHED_ANYWHERE} s
     CROSS JOIN LATERAL (
       SELECT m.id FROM message m
       WHERE ${IS_MOVED} AND m.id > u.former AND m.id <= u.passed AND m.id >= s.from_id AND m.id < s.to_id
         AND ${hasNoReadState('u.user_id')}
       OFFSET 0
     ) m
     WHERE u.former < u.passed AND u.passed >= $5::int8
   )
   INSERT INTO message_flag (user_id, message_id, bits) SELECT user_id, id, bits FROM explicit_state
   ON CONFLICT (user_id, message_id) DO UPDATE SET bits = message_flag.bits | excluded.bits`,
)

/**
 * Clears the explicit read state of users who are not subscribed to the new channel, because users have no
 * unread messages in a channel that does not reach them. Keeps the rows of its subscribers, who may mark
 * messages there.
 */
const CLEAR_READ_STATE = statement(
  'reads.silence',
  `UPDATE message_flag f SET bits = f.bits & ~${BOTH}
   WHERE f.message_id = ANY ($1::int8[]) AND f.bits & ${BOTH} <> 0 -- message_flag_message
     AND NOT EXISTS (SELECT FROM subscription_span span -- subscription_span_open
       WHERE span.user_id = f.user_id AND span.channel_id = $2 AND span.to_id IS NULL)`,
)
const DELETE_EMPTY = statement(
  'reads.drop-empty',
  'DELETE FROM message_flag WHERE message_id = ANY ($1::int8[]) AND bits = 0',
)

/** Keeps the read state of all users while messages move. The caller has locked the event log. */
export async function carryReadState(tx: Tx, { from, to, messages, isWhole }: ReadStateMove): Promise<void> {
  await tx.run(CARRY_OVER, [
    from.conversation,
    to.conversation,
    from.channel,
    to.channel,
    messages[0],
    messages.at(-1),
    isWhole,
    isWhole ? [] : messages,
  ])
  if (from.channel === to.channel) return
  await tx.run(CLEAR_READ_STATE, [messages, to.channel])
  await tx.run(DELETE_EMPTY, [messages])
}
