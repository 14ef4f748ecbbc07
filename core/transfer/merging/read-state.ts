import { FlagBit, MessageBit } from '../../content/messages/bits.ts'
import { isOutOfReach } from '../../messaging/reads/read-state.ts'
import { hasNoReadState, openSpan } from '../../messaging/reads/unread-sql.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { ConversationId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Accounts, Part } from './part.ts'

// A message is read afterwards if one of the two accounts has read it, or if it reached neither. It is unread
// if it is unread for one account, and unread for the other or did not reach it. What a pointer passes did
// not reach an account that subscribed later. The step `rest` unites the subscriptions at the end.

const { hasExplicitReadState: EXPLICIT, read: READ, historical: HISTORICAL } = FlagBit
const BOTH = EXPLICIT | READ
const ROWS = 1_000
const CONVERSATIONS = 200

/**
 * SQL: whether a user has read row `m`: true, false, or null when the message did not reach the user. `f` and
 * `p`: names of the user's rows of `message_flag` and `read_pointer`.
 */
const stateOf = (user: string, f: string, p: string): string => `CASE
    WHEN ${f}.bits & ${EXPLICIT} <> 0 THEN ${f}.bits & ${READ} <> 0
    WHEN m.sender_id = ${user}::int AND m.bits & ${MessageBit.readBySender} <> 0 THEN true
    WHEN ${isOutOfReach(user)} THEN NULL
    WHEN m.bits & ${MessageBit.arrivesRead} <> 0 THEN true
    WHEN m.channel_id IS NULL AND NOT EXISTS (SELECT FROM conversation_participant t
      WHERE t.user_id = ${user}::int AND t.conversation_id = m.conversation_id) THEN NULL
    ELSE m.id <= coalesce(${p}.message_id, 0) END`

/** SQL: the user's rows of `message_flag` and `read_pointer` for row `m`. */
const rowsOf = (user: string, f: string, p: string): string => `
   LEFT JOIN message_flag ${f} ON ${f}.user_id = ${user}::int AND ${f}.message_id = m.id
   LEFT JOIN read_pointer ${p} ON ${p}.user_id = ${user}::int AND ${p}.conversation_id = m.conversation_id`

const OWN_UNREAD = statement(
  'merge.own-unread',
  // message_flag_unread, message_pkey
  `UPDATE message_flag own SET bits = own.bits | ${READ}
   FROM (SELECT message_id FROM message_flag WHERE user_id = $1::int AND bits & ${BOTH} = ${EXPLICIT}) unread
   JOIN message m ON m.id = unread.message_id ${rowsOf('$2', 'f', 'p')}
   WHERE own.user_id = $1 AND own.message_id = m.id AND ${stateOf('$2', 'f', 'p')} IS TRUE`,
)

const FLAGS = statement(
  'merge.flags',
  // message_flag_pkey; `into` has no explicit state where `from` has read the message
  `WITH batch AS MATERIALIZED (
     SELECT message_id, bits FROM message_flag WHERE user_id = $2::int ORDER BY message_id LIMIT ${ROWS}
   ), judged AS MATERIALIZED (
     SELECT batch.message_id, batch.bits, f.bits AS own, CASE
       WHEN batch.bits & ${EXPLICIT} = 0 THEN coalesce(f.bits, 0) & ${BOTH}
       WHEN batch.bits & ${READ} <> 0 OR ${stateOf('$1', 'f', 'p')} IS TRUE THEN ${BOTH}
       ELSE ${EXPLICIT} END AS state
     FROM batch JOIN message m ON m.id = batch.message_id ${rowsOf('$1', 'f', 'p')}
   ), given AS (
     INSERT INTO message_flag (user_id, message_id, bits)
     SELECT $1::int, message_id, state | ((coalesce(own, 0) | bits) & ~${BOTH | HISTORICAL})
       | (CASE WHEN own IS NULL THEN bits ELSE own & bits END & ${HISTORICAL}) FROM judged
     ON CONFLICT (user_id, message_id) DO UPDATE SET bits = excluded.bits
   ), taken AS (
     DELETE FROM message_flag f USING batch WHERE f.user_id = $2 AND f.message_id = batch.message_id
   )
   SELECT count(*)::int4 AS count, 0 AS reached FROM batch`,
)

const SOME_CONVERSATIONS = statement(
  'merge.some-conversations',
  // read_pointer_pkey, subscription_span_pkey, conversation_pkey
  `SELECT id FROM (
     SELECT conversation_id AS id FROM read_pointer WHERE user_id = $2
     UNION SELECT p.conversation_id FROM read_pointer p JOIN conversation c ON c.id = p.conversation_id
     WHERE p.user_id = $1 AND c.channel_id IN (
       SELECT channel_id FROM subscription_span WHERE user_id = $2 AND to_id IS NULL)
   ) batch WHERE id > $3 ORDER BY id LIMIT ${CONVERSATIONS}`,
)

/**
 * Pointers of conversations $3: `into` gets the higher one. What it passes wrongly becomes explicitly unread:
 * messages between the pointers that reached only the account with the lower one. Messages that reached both
 * were read by the account with the higher one.
 */
const POINTERS = statement(
  'merge.pointers',
  // read_pointer_pkey, subscription_span_open, channel_pkey, message_conversation
  `WITH place AS MATERIALIZED (
     SELECT c.id, c.channel_id, coalesce(own.message_id, 0) AS own, coalesce(other.message_id, 0) AS other
     FROM unnest($3::int8[]) AS given (id) JOIN conversation c ON c.id = given.id
     LEFT JOIN read_pointer own ON own.user_id = $1 AND own.conversation_id = c.id
     LEFT JOIN read_pointer other ON other.user_id = $2 AND other.conversation_id = c.id
   ), moved AS (
     INSERT INTO read_pointer (user_id, conversation_id, message_id)
     SELECT $1::int, id, greatest(own, other) FROM place WHERE greatest(own, other) > 0
     ON CONFLICT (user_id, conversation_id) DO UPDATE SET message_id = excluded.message_id
   ), taken AS (
     DELETE FROM read_pointer p USING place WHERE p.user_id = $2 AND p.conversation_id = place.id
   ), passed AS (
     SELECT place.id, lower.from_id, least(upper_from.from_id, greatest(own, other) + 1) AS to_id, least(own, other) AS pointer
     FROM place
     CROSS JOIN LATERAL (SELECT CASE WHEN own < other THEN $1::int ELSE $2::int END AS low,
       CASE WHEN own < other THEN $2::int ELSE $1::int END AS high) who
     CROSS JOIN LATERAL (SELECT greatest(from_id, (SELECT read_to + 1 FROM channel WHERE channel.id = place.channel_id)) AS from_id
       FROM ${openSpan('who.low', 'place.channel_id')} span) lower
     LEFT JOIN LATERAL (SELECT from_id FROM ${openSpan('who.high', 'place.channel_id')} span) upper_from ON true
     WHERE place.channel_id IS NOT NULL AND own <> other
   )
   INSERT INTO message_flag (user_id, message_id, bits)
   SELECT $1::int, m.id, ${EXPLICIT} FROM passed CROSS JOIN LATERAL (
     SELECT m.id FROM message m
     WHERE m.conversation_id = passed.id AND m.id > passed.pointer AND m.id >= passed.from_id AND m.id < passed.to_id
       AND ${hasNoReadState('$1')} AND NOT (m.sender_id = $2 AND m.bits & ${MessageBit.readBySender} <> 0)
     OFFSET 0
   ) m
   ON CONFLICT (user_id, message_id) DO UPDATE SET bits = message_flag.bits | excluded.bits`,
)

/** Marks as read what the account that stays has kept as unread and the other one has read. */
export async function uniteOwnUnread(tx: Tx, { from, into }: Accounts): Promise<undefined> {
  await tx.run(OWN_UNREAD, [into.id, from.id])
}

/** Moves some rows of flags, and unites them with those of the account that stays. */
export async function moveFlags(tx: Tx, { from, into }: Accounts): Promise<Part | undefined> {
  const [moved] = await tx.run<Part>(FLAGS, [into.id, from.id])
  return moved!.count === 0 ? undefined : moved
}

/** Unites the read pointers of some conversations. */
export async function movePointers(
  tx: Tx,
  { from, into }: Accounts,
  reached: number,
): Promise<Part | undefined> {
  const some = await tx.run<{ readonly id: ConversationId }>(SOME_CONVERSATIONS, [into.id, from.id, reached])
  if (some.length === 0) return undefined
  await tx.run(POINTERS, [into.id, from.id, some.map(({ id }) => id)])
  return { count: 0, reached: some.at(-1)!.id }
}
