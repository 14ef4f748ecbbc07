import { FlagBit } from '../../content/messages/bits.ts'
import { type Statement, statement } from '../../platform/db/statements/statement.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { ChannelId, ConversationId, MessageId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { readableChannels } from '../../state/access/channel-permissions.ts'
import type { Caller } from '../../state/caller.ts'
import { mayNotifyDevices } from '../../state/realm/record.ts'
import { isFlaggedReadable } from '../messages/read-permission.ts'
import { retractAllRead, retractRead } from '../push/pushed.ts'
import { emitAdded, emitAllRead } from '../reads/event.ts'
import {
  explicitRows,
  hasNoExplicitState,
  hasNoReadState,
  unreadRanges,
  unreadRows,
} from '../reads/unread-sql.ts'

/** The conversations to mark as read: all, a channel's conversations, or one. */
export type Scope =
  | { readonly kind: 'all' }
  | { readonly kind: 'channel'; readonly id: ChannelId }
  | { readonly kind: 'conversation'; readonly id: ConversationId }

/**
 * Most conversations that one transaction marks without listing messages. It locks the log for less than a
 * second.
 */
const MAX_CONVERSATIONS = 20_000
/** Most messages that one transaction lists. */
const MAX_LISTED = 20_000
/** Most messages in one event. */
const MAX_PER_EVENT = 5_000

const BOTH = FlagBit.hasExplicitReadState | FlagBit.read

/** SQL: rows with explicit unread state in the scope. */
const flaggedIn = (which: string): string =>
  `SELECT m.id, row.at, row.bits FROM ${unreadRows('$1')} row
   JOIN message m ON m.id = row.message_id JOIN conversation c ON c.id = m.conversation_id
   WHERE ${which} AND ${isFlaggedReadable('$1', '$2::int[]', '$3::int[]')}`

/**
 * SQL of the CTEs that move the pointers of the conversations in `reached` to `new_pointer`, and clear the
 * rows of `flagged` and those that the pointers pass and that say "read". A pointer that exists is found by
 * its ctid, which is valid because the log is locked. Indexes: read_pointer_pkey, message_flag_read,
 * message_pkey.
 */
const MOVE_POINTERS = `moved AS (
     UPDATE read_pointer p SET message_id = r.new_pointer FROM reached r WHERE p.ctid = r.at AND r.new_pointer >= r.from_id
   ), added AS (
     INSERT INTO read_pointer (user_id, conversation_id, message_id)
     SELECT $1, conversation_id, new_pointer FROM reached WHERE at IS NULL AND new_pointer >= from_id
   ), needless AS MATERIALIZED (
     SELECT at, bits & ~${BOTH} AS bits FROM flagged
     UNION ALL
     SELECT f.at, f.bits & ~${BOTH} FROM (
       SELECT message_id, bits, ctid AS at FROM message_flag WHERE user_id = $1 AND bits & ${BOTH} = ${BOTH}
         AND message_id >= (SELECT min(from_id) FROM reached) AND message_id <= (SELECT max(new_pointer) FROM reached)
     ) f
     CROSS JOIN LATERAL (SELECT conversation_id FROM message WHERE id = f.message_id OFFSET 0) m
     JOIN reached r ON r.conversation_id = m.conversation_id
     WHERE f.message_id >= r.from_id AND f.message_id <= r.new_pointer
   ), stripped AS (
     UPDATE message_flag f SET bits = n.bits FROM needless n WHERE f.ctid = n.at AND n.bits <> 0
   ), deleted AS (
     DELETE FROM message_flag f USING needless n WHERE f.ctid = n.at AND n.bits = 0
   )`

/**
 * SQL: there are messages in the range of row `place`, also when nothing is noted of its conversation. So a
 * conversation is no longer among the places once its pointer has moved.
 */
const HAS_MESSAGES = `has_messages AND (newest_message_id IS NOT NULL OR EXISTS (
       SELECT FROM message m WHERE m.conversation_id = place.conversation_id AND m.id >= place.from_id))`

/**
 * SQL: the newest message of the conversation of row `place`, or one that was newer (message_conversation).
 */
const NEWEST = `coalesce(place.newest_message_id, (
       SELECT m.id FROM message m WHERE m.conversation_id = place.conversation_id ORDER BY m.id DESC LIMIT 1))`

/**
 * Marks all messages of user $1 as read; rows with explicit state only in the readable channels $2 and $3.
 * Moves the pointer of each conversation with messages above it, when one of them is unread or a row says so.
 * Costs a pointer for each of these conversations, and one probe of message_conversation until an unread
 * message is found, however many messages are unread. Marks nothing when there are more than
 * `MAX_CONVERSATIONS`. The caller has locked the event log.
 */
const MARK_ALL = statement(
  'reads.mark-all',
  `WITH place AS MATERIALIZED (
     SELECT * FROM ${unreadRanges('$1')} place WHERE ${HAS_MESSAGES} LIMIT ${MAX_CONVERSATIONS + 1}
   ), found_flagged AS MATERIALIZED (
     ${flaggedIn('true')} LIMIT ${MAX_CONVERSATIONS + 1}
   ), size AS MATERIALIZED (
     SELECT (SELECT count(*) FROM place) + (SELECT count(*) FROM found_flagged) AS size
   ), found AS MATERIALIZED (
     SELECT size <= ${MAX_CONVERSATIONS} AND (EXISTS (SELECT FROM found_flagged) OR EXISTS (
       SELECT FROM place CROSS JOIN LATERAL (
         SELECT FROM message m
         WHERE m.conversation_id = place.conversation_id AND m.id >= place.from_id AND ${hasNoReadState('$1::int')}
         ORDER BY m.id LIMIT 1
       ) first
     )) AS "isAny" FROM size
   ), reached AS MATERIALIZED (
     SELECT conversation_id, at, from_id, ${NEWEST} AS new_pointer FROM place WHERE (SELECT "isAny" FROM found)
   ), flagged AS (
     SELECT * FROM found_flagged WHERE (SELECT "isAny" FROM found)
   ), ${MOVE_POINTERS}
   SELECT size, "isAny" FROM size, found`,
)

/**
 * Marks at most `MAX_LISTED` messages of a scope like `MARK_ALL` and returns their ids. $4 is the id of the
 * scope. It lists messages conversation by conversation, so that at most the last one is incomplete. When
 * messages are left, it leaves rows with explicit state to the next call.
 */
function markListed(name: string, which: string): Statement {
  return statement(
    `reads.mark-${name}`,
    `WITH explicit AS MATERIALIZED (
       ${explicitRows('$1')}
     ), place AS MATERIALIZED (
       SELECT * FROM ${unreadRanges('$1', which)} place WHERE ${HAS_MESSAGES}
       ORDER BY conversation_id LIMIT ${MAX_CONVERSATIONS}
     ), listed AS MATERIALIZED (
       SELECT place.conversation_id, m.id
       FROM place CROSS JOIN LATERAL (
         SELECT m.id FROM message m
         WHERE (m.conversation_id, m.id) >= (place.conversation_id, place.from_id)
           AND (m.conversation_id, m.id) < (place.conversation_id + 1, 0)
           AND ${hasNoExplicitState('$1')}
         ORDER BY m.conversation_id, m.id LIMIT ${MAX_LISTED}
       ) m
       ORDER BY place.conversation_id, m.id LIMIT ${MAX_LISTED}
     ), size AS MATERIALIZED (
       SELECT count(*) = ${MAX_LISTED} AS is_cut, (SELECT count(*) FROM place) = ${MAX_CONVERSATIONS} AS has_more_places FROM listed
     ), last AS MATERIALIZED (
       SELECT conversation_id, id FROM listed WHERE (SELECT is_cut FROM size) ORDER BY conversation_id DESC, id DESC LIMIT 1
     ), reached AS MATERIALIZED (
       SELECT place.conversation_id, at, from_id, ${NEWEST} AS new_pointer FROM place
       WHERE conversation_id < (SELECT conversation_id FROM last) OR NOT (SELECT is_cut FROM size)
       UNION ALL SELECT conversation_id, at, from_id, last.id FROM last JOIN place USING (conversation_id)
     ), flagged AS MATERIALIZED (
       SELECT * FROM (${flaggedIn(which)} LIMIT ${MAX_LISTED}) row WHERE (SELECT NOT is_cut AND NOT has_more_places FROM size)
     ), ${MOVE_POINTERS}
     SELECT coalesce(json_agg(id), '[]') AS ids, count(*) >= ${MAX_LISTED} OR (SELECT has_more_places FROM size) AS "isIncomplete"
     FROM (SELECT id FROM listed UNION ALL SELECT id FROM flagged) marked`,
  )
}

const MARK_LISTED = {
  all: markListed('listed', 'true'),
  channel: markListed('channel', 'c.channel_id = $4::int'),
  conversation: markListed('conversation', 'c.id = $4::int8'),
}

interface Listed {
  readonly ids: MessageId[]
  readonly isIncomplete: boolean
}

/**
 * Marks unread messages of the scope as read in one transaction of bounded size. Resolves to true when all
 * are marked, and to false when the caller has to continue.
 */
export function markConversations({ core, realm, user }: Caller, scope: Scope): Promise<boolean> {
  const { open, guarded } = readableChannels(realm, user)
  const hasDevices = mayNotifyDevices(realm.record)
  return core.transact(realm.id, async (tx) => {
    await tx.lockLog()
    const values = [user.id, open, guarded]
    if (scope.kind === 'all' && (await markWithoutList(tx, user.id, values, hasDevices))) return true
    return markWithList(tx, user.id, scope, values, hasDevices)
  })
}

/** Returns false, with nothing marked, when there are too many conversations for one transaction. */
async function markWithoutList(
  tx: Tx,
  user: UserId,
  values: readonly unknown[],
  hasDevices: boolean,
): Promise<boolean> {
  const [row] = await tx.run<{ readonly size: number; readonly isAny: boolean }>(MARK_ALL, values)
  const { size, isAny } = row!
  if (size > MAX_CONVERSATIONS) return false
  if (!isAny) return true
  if (hasDevices) await retractAllRead(tx, user)
  emitAllRead(tx, toUsers([user]))
  return true
}

async function markWithList(
  tx: Tx,
  user: UserId,
  scope: Scope,
  values: readonly unknown[],
  hasDevices: boolean,
): Promise<boolean> {
  const [row] = await tx.run<Listed>(MARK_LISTED[scope.kind], [
    ...values,
    ...(scope.kind === 'all' ? [] : [scope.id]),
  ])
  const { ids, isIncomplete } = row!
  ids.sort((a, b) => a - b)
  if (hasDevices && ids.length > 0) {
    await retractRead(
      tx,
      ids.map((messageId) => ({ userId: user, messageId })),
    )
  }
  for (let at = 0; at < ids.length; at += MAX_PER_EVENT) {
    emitAdded(tx, toUsers([user]), 'read', ids.slice(at, at + MAX_PER_EVENT))
  }
  return !isIncomplete
}
