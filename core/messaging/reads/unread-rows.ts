import { isTopicMuted } from '../../channels/user-topics/policy.ts'
import { FlagBit, MENTIONING, MessageBit } from '../../content/messages/bits.ts'
import { allOf } from '../../platform/db/servers/all-of.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { ConversationId, MessageId, RealmId, Seq, UserId } from '../../platform/ids.ts'
import type { ReadableChannels } from '../../state/access/channel-permissions.ts'
import type { Core } from '../../state/core.ts'
import { FAR, type HeldMessages, NEAR, placeOf } from '../../state/realm/messages-by-conversation.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { Conversation } from '../conversations/entities.ts'
import { isFlaggedReadable } from '../messages/read-permission.ts'
import { heldInTurn, messageHolder } from './held-messages.ts'
import { isHistorical } from './read-state.ts'
import { END, explicitRows, hasNoExplicitState, unreadRanges, unreadRows } from './unread-sql.ts'

/** The unread messages of one conversation, unordered. */
export interface UnreadOfConversation
  extends Columns<typeof Conversation, 'channelId' | 'topic' | 'participantIds'> {
  readonly ids: number[]
  /** Ids of messages that mention the user directly, and by a wildcard. */
  readonly mentions: number[] | null
  readonly wildcards: number[] | null
  readonly isMuted: boolean
}

/**
 * The answer of Postgres: a list for each column of rows `UnreadOfConversation`, with their conversations,
 * and null without rows. A row with null for its ids only says that messages from id `from` on may be unread.
 */
interface Answer {
  /** The position of the log. */
  readonly position: Seq
  readonly conversations: ConversationId[] | null
  readonly from: (MessageId | null)[]
  readonly channels: UnreadOfConversation['channelId'][]
  readonly topics: UnreadOfConversation['topic'][]
  readonly participants: UnreadOfConversation['participantIds'][]
  readonly ids: (UnreadOfConversation['ids'] | null)[]
  readonly mentions: UnreadOfConversation['mentions'][]
  readonly wildcards: UnreadOfConversation['wildcards'][]
  readonly muted: boolean[]
  /**
   * From id $6 on: messages with an explicit read state, messages that mention the user directly, and by a
   * wildcard.
   */
  readonly explicit: MessageId[] | null
  readonly mentioned: MessageId[] | null
  readonly wildcardMentioned: MessageId[] | null
}

const WILDCARD = MessageBit.channelWildcard
/**
 * With this many unread messages of a reader, later readers gain by the newest messages of the organization
 * in memory.
 */
const WORTH_HOLDING = 50
/**
 * With this many unread messages of a reader that memory does not reach, later readers gain by more messages
 * in memory.
 */
const WORTH_REACHING = 2_000

/** SQL for the lists of messages of rows `m`. */
const LISTS = `json_agg(m.id) AS ids, json_agg(m.id) FILTER (WHERE m.id IN (SELECT id FROM mentioned WHERE directly)) AS mentions,
       json_agg(m.id) FILTER (WHERE m.wildcard OR m.id IN (SELECT id FROM mentioned WHERE NOT directly)) AS wildcards`

/**
 * Unread messages of user $1 from id $2 on by conversation: at most $3 messages without explicit state above
 * the pointers (message_conversation alone, message_flag_read), and at most $3 rows with explicit unread
 * state (message_flag_unread, message_pkey) in the readable channels $4 and $5. A conversation with both has
 * two rows. Costs one probe for each conversation with messages above its pointer. Never scans read messages.
 * Of the messages without explicit state it reads only those below id $6; it returns pointers from which the
 * caller adds the others, and the position of the log of organization $7.
 *
 * The ranges are in the order in which messages are grouped, so that these are neither sorted nor hashed. The
 * lists are one value for each column: Postgres takes longer for an array for each row, and the driver for
 * each row, than for the JSON.
 */
export const UNREAD = statement(
  'reads.unread',
  `WITH explicit AS MATERIALIZED (
     ${explicitRows('$1')}
   ), place AS MATERIALIZED (
     SELECT conversation_id, channel_id, topic, participant_ids, from_id
     FROM ${unreadRanges('$1')} place WHERE has_messages ORDER BY conversation_id
   ), mentioned AS MATERIALIZED (
     SELECT message_id AS id, bits & ${FlagBit.mentioned} <> 0 AS directly
     FROM message_flag WHERE user_id = $1 AND bits & ${MENTIONING} <> 0 -- message_flag_mentioned
       AND message_id >= least((SELECT min(from_id) FROM place), (SELECT min(message_id) FROM ${unreadRows('$1')} row))
   ), implicit AS (
     SELECT m.conversation_id, ${LISTS} FROM (
       SELECT place.conversation_id, m.id, m.bits & ${WILDCARD} <> 0 AS wildcard
       FROM place CROSS JOIN LATERAL (
         SELECT m.id, m.bits FROM message m
         WHERE m.conversation_id = place.conversation_id AND m.id >= greatest(place.from_id, $2::int8) AND m.id < $6
           AND ${hasNoExplicitState('$1')}
         OFFSET 0 -- one probe of the index for each conversation
       ) m WHERE place.from_id < $6 ORDER BY place.conversation_id LIMIT $3
     ) m GROUP BY m.conversation_id
   ), kept AS (
     SELECT m.conversation_id, ${LISTS} FROM (
       SELECT m.conversation_id, m.id, m.bits & ${WILDCARD} <> 0 AND NOT ${isHistorical('$1')} AS wildcard
       FROM ${unreadRows('$1')} row JOIN message m ON m.id = row.message_id
       WHERE m.id >= $2 AND ${isFlaggedReadable('$1', '$4::int[]', '$5::int[]')}
       LIMIT $3
     ) m GROUP BY m.conversation_id
   )
   SELECT json_agg(conversation_id) AS conversations, json_agg(channel_id) AS channels, json_agg(topic) AS topics,
     json_agg(participant_ids) AS participants, json_agg(ids) AS ids, json_agg(mentions) AS mentions, json_agg(wildcards) AS wildcards,
     json_agg(${isTopicMuted('$1', 'c')}) AS muted, json_agg(from_id) AS "from",
     (SELECT json_agg(message_id) FROM explicit WHERE message_id >= $6) AS explicit,
     (SELECT json_agg(id) FROM mentioned WHERE directly AND id >= $6) AS mentioned,
     (SELECT json_agg(id) FROM mentioned WHERE NOT directly AND id >= $6) AS "wildcardMentioned",
     (SELECT seq FROM event_head WHERE realm_id = $7) AS position
   FROM (
     SELECT conversation_id, channel_id, topic, participant_ids, from_id, ids, mentions, wildcards
     FROM place LEFT JOIN implicit USING (conversation_id)
     UNION ALL
     SELECT conversation_id, channel_id, topic, participant_ids, NULL, ids, mentions, wildcards
     FROM kept JOIN conversation ON conversation.id = conversation_id
   ) c`,
)

/** The messages that a process holds of an organization. */
export interface MessageMemory {
  readonly core: Core
  readonly realm: RealmState
}

/** The reader, and the reader's access. */
export interface UnreadOf {
  readonly realm: RealmId
  readonly user: UserId
  readonly channels: ReadableChannels
}

/**
 * Returns the unread messages with id `from` or a higher one: all of those with an explicit state, and of the
 * others, at least `most` if there are more. One query.
 */
export async function readUnread(
  sql: Sql,
  of: UnreadOf,
  from: number,
  most: number | null,
): Promise<UnreadOfConversation[]> {
  return rowsOf(await ask(sql, of, from, most, END))
}

/**
 * As `readUnread` from the first message on, and in the same snapshot, but takes the newest messages from
 * memory if it has them.
 */
export async function readUnreadWithMemory(
  sql: Sql,
  of: UnreadOf,
  most: number,
  { core, realm }: MessageMemory,
): Promise<UnreadOfConversation[]> {
  const holder = messageHolder(core)
  const inTurn = heldInTurn(sql, realm)
  if (inTurn !== undefined) {
    const [answer, rows] = await allOf([ask(sql, of, 0, most, inTurn.from), inTurn.rows])
    const held = await inTurn.at(answer.position, rows)
    if (held !== undefined) {
      holder.noteHit(realm)
      if (implicitIn(answer) >= WORTH_REACHING) void holder.load(realm, FAR)
      return rowsOf(answer, unreadIn(held, answer, of.user))
    }
  }
  holder.noteMiss()
  const rows = await readUnread(sql, of, 0, most)
  if (sizeOf(rows) >= WORTH_HOLDING) void holder.load(realm, NEAR)
  return rows
}

/** The number of unread messages without an explicit state that Postgres has returned. */
const implicitIn = ({ ids, from }: Answer): number =>
  (ids ?? []).reduce((sum, list, n) => (from[n] === null ? sum : sum + (list?.length ?? 0)), 0)

/** The number of messages. */
export const sizeOf = (rows: readonly UnreadOfConversation[]): number =>
  rows.reduce((sum, row) => sum + row.ids.length, 0)

async function ask(
  sql: Sql,
  { realm, user, channels: { open, guarded } }: UnreadOf,
  from: number,
  most: number | null,
  end: MessageId | typeof END,
): Promise<Answer> {
  const [answer] = await sql.run<Answer>(UNREAD, [user, from, most, open, guarded, end, realm])
  return answer!
}

/** The lists of messages of an `UnreadOfConversation`. */
type Lists = Pick<UnreadOfConversation, 'ids' | 'mentions' | 'wildcards'>
/**
 * Returns the unread messages of a conversation from an id on that the statement has not read; undefined for
 * none.
 */
type NotRead = (conversation: ConversationId, from: MessageId) => Lists | undefined

/** `isReadAtOnce` and `hasNoExplicitState` for messages in memory. */
function unreadIn(held: HeldMessages, answer: Answer, user: UserId): NotRead {
  const explicit = setOf(answer.explicit)
  const mentioned = setOf(answer.mentioned)
  const wildcardMentioned = setOf(answer.wildcardMentioned)
  return (conversation, from) => {
    const found = held.messagesOf(conversation, answer.position)
    if (found === undefined) return undefined
    const { ids, senders, bits } = found.messages
    const unread: Lists = { ids: [], mentions: [], wildcards: [] }
    for (let n = placeOf(ids, from); n < found.end; n++) {
      const [id, bit] = [ids[n]!, bits[n]!]
      if ((bit & MessageBit.arrivesRead) !== 0) continue
      if ((bit & MessageBit.readBySender) !== 0 && senders[n] === user) continue
      if (explicit?.has(id)) continue
      unread.ids.push(id)
      if (mentioned?.has(id)) unread.mentions!.push(id)
      if ((bit & WILDCARD) !== 0 || wildcardMentioned?.has(id)) unread.wildcards!.push(id)
    }
    return unread.ids.length === 0 ? undefined : unread
  }
}

/** Undefined for none, because asking an empty set costs as much as asking another one. */
const setOf = (ids: readonly MessageId[] | null): ReadonlySet<MessageId> | undefined =>
  ids === null ? undefined : new Set(ids)

function rowsOf(answer: Answer, notRead?: NotRead): UnreadOfConversation[] {
  const rows = new Map<ConversationId, UnreadOfConversation>()
  const add = (n: number, conversation: ConversationId, { ids, mentions, wildcards }: Lists) => {
    const other = rows.get(conversation)
    rows.set(conversation, {
      channelId: answer.channels[n]!,
      topic: answer.topics[n]!,
      participantIds: answer.participants[n]!,
      ids: other === undefined ? ids : [...other.ids, ...ids],
      mentions: other === undefined ? mentions : joined(other.mentions, mentions),
      wildcards: other === undefined ? wildcards : joined(other.wildcards, wildcards),
      isMuted: answer.muted[n]!,
    })
  }
  for (const [n, conversation] of (answer.conversations ?? []).entries()) {
    const ids = answer.ids[n]!
    const from = answer.from[n]!
    if (ids !== null)
      add(n, conversation, { ids, mentions: answer.mentions[n]!, wildcards: answer.wildcards[n]! })
    const others = from === null ? undefined : notRead?.(conversation, from)
    if (others !== undefined) add(n, conversation, others)
  }
  return [...rows.values()]
}

const joined = (some: number[] | null, others: number[] | null): number[] | null =>
  some === null ? others : others === null ? some : [...some, ...others]
