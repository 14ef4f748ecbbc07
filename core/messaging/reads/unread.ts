import { MAX_UNREAD_MESSAGES } from '../../../config/limits.ts'
import { isTopicMuted } from '../../channels/user-topics/policy.ts'
import { FlagBit, MENTIONING, MessageBit } from '../../content/messages/bits.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../content/messages/check-text.ts'
import type { Columns } from '../../platform/db/row.ts'
import { type Sql, statement } from '../../platform/db/statement.ts'
import type { UserId } from '../../platform/ids.ts'
import { type ReadableChannels, readableChannels } from '../../state/channels/permissions.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { Conversation } from '../conversations/entities.ts'
import { isFlaggedReadable } from '../messages/permissions/read.ts'
import { isHistorical } from './read-state.ts'
import { explicitRows, hasNoExplicitState, unreadRanges, unreadRows } from './unread-sql.ts'

/** spec.md "Unread messages summary". */
export interface UnreadSummary {
  count: number
  pms: { other_user_id: number; sender_id: number; unread_message_ids: number[] }[]
  streams: { topic: string; stream_id: number; unread_message_ids: number[] }[]
  huddles: { user_ids_string: string; unread_message_ids: number[] }[]
  mentions: number[]
  old_unreads_missing: boolean
}

/** The unread messages of one conversation, unordered. */
interface UnreadOfConversation
  extends Columns<typeof Conversation, 'channelId' | 'topic' | 'participantIds'> {
  readonly ids: number[]
  /** Ids of messages that mention the user directly, and by a wildcard. */
  readonly mentions: number[] | null
  readonly wildcards: number[] | null
  readonly isMuted: boolean
}

/** The columns of rows `UnreadOfConversation`, and the ids of their conversations, in the answer of Postgres; null without rows. */
interface Answer {
  readonly conversations: number[] | null
  readonly channels: UnreadOfConversation['channelId'][]
  readonly topics: UnreadOfConversation['topic'][]
  readonly participants: UnreadOfConversation['participantIds'][]
  readonly ids: UnreadOfConversation['ids'][]
  readonly mentions: UnreadOfConversation['mentions'][]
  readonly wildcards: UnreadOfConversation['wildcards'][]
  readonly muted: boolean[]
}

const WILDCARD = MessageBit.channelWildcard
/** Users with more unread messages than this need several queries. */
const MAX_PER_QUERY = 2 * MAX_UNREAD_MESSAGES
/** Size of the first window, in ids, in which those queries look for the newest unread messages. */
const FIRST_WINDOW = 2 * MAX_UNREAD_MESSAGES

/** SQL for the lists of messages of rows `m`. */
const LISTS = `json_agg(m.id) AS ids, json_agg(m.id) FILTER (WHERE m.id IN (SELECT id FROM mentioned WHERE directly)) AS mentions,
       json_agg(m.id) FILTER (WHERE m.wildcard OR m.id IN (SELECT id FROM mentioned WHERE NOT directly)) AS wildcards`

/**
 * Unread messages of user $1 from id $2 on by conversation: at most $3 messages without explicit state above the pointers
 * (message_conversation alone, message_flag_read), and at most $3 rows with explicit unread state (message_flag_unread, message_pkey) in the
 * readable channels $4 and $5. A conversation with both has two rows. Costs one probe for each conversation with messages above its
 * pointer. Never scans read messages.
 *
 * The ranges are in the order in which messages are grouped, so that these are neither sorted nor hashed. The lists are one value for
 * each column: Postgres takes longer for an array for each row, and the driver for each row, than for the JSON.
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
         WHERE m.conversation_id = place.conversation_id AND m.id >= greatest(place.from_id, $2::int8)
           AND ${hasNoExplicitState('$1')}
         OFFSET 0 -- one probe of the index for each conversation
       ) m ORDER BY place.conversation_id LIMIT $3
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
     json_agg(${isTopicMuted('$1', 'c')}) AS muted
   FROM (
     SELECT conversation_id, channel_id, topic, participant_ids, ids, mentions, wildcards
     FROM implicit JOIN place USING (conversation_id)
     UNION ALL
     SELECT conversation_id, channel_id, topic, participant_ids, ids, mentions, wildcards
     FROM kept JOIN conversation ON conversation.id = conversation_id
   ) c`,
)
const NEWEST = statement('reads.newest-of-all', 'SELECT max(id) AS newest FROM message') // message_pkey

/**
 * Returns the summary of unread messages with ascending ids. Contains the 50,000 newest; `old_unreads_missing` tells
 * whether there are more (spec.md "Limits"). One query, and a few for users with more than 100,000 unread messages.
 * Without `knowsArchived` it leaves out archived channels, which such a client does not know.
 */
export async function unreadSummary(
  sql: Sql,
  realm: RealmView,
  reader: UserRecord,
  emptyTopicName: boolean,
  knowsArchived = true,
): Promise<UnreadSummary> {
  const { id: user } = reader
  const channels = readableChannels(realm, reader)
  const isKnown: IsKnown = ({ channelId }) =>
    knowsArchived || channelId === null || realm.channels.get(channelId)?.isArchived !== true
  const found = await unreadFrom(sql, user, channels, 0, MAX_PER_QUERY + 1)
  const rows =
    sizeOf(found) > MAX_PER_QUERY ? await newestOf(sql, user, channels, isKnown) : found.filter(isKnown)
  const missing = sizeOf(rows) > MAX_UNREAD_MESSAGES
  const included = missing ? newestIn(rows) : rows
  for (const { ids } of included) if (!isAscending(ids)) ids.sort((a, b) => a - b)
  included.sort((a, b) => a.ids[0]! - b.ids[0]!)
  const summary: UnreadSummary = {
    count: 0,
    pms: [],
    streams: [],
    huddles: [],
    mentions: mentionsIn(included),
    old_unreads_missing: missing,
  }
  for (const row of included) {
    if (!row.isMuted) summary.count += row.ids.length
    addConversation(summary, row, user, emptyTopicName)
  }
  return summary
}

async function unreadFrom(
  sql: Sql,
  user: UserId,
  { open, guarded }: ReadableChannels,
  from: number,
  most: number | null,
): Promise<UnreadOfConversation[]> {
  const [answer] = await sql.run<Answer>(UNREAD, [user, from, most, open, guarded])
  return answer === undefined ? [] : rowsOf(answer)
}

function rowsOf(answer: Answer): UnreadOfConversation[] {
  const rows = new Map<number, UnreadOfConversation>()
  for (const [n, conversation] of (answer.conversations ?? []).entries()) {
    const ids = answer.ids[n]!
    const mentions = answer.mentions[n]!
    const wildcards = answer.wildcards[n]!
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
  return [...rows.values()]
}

const joined = (some: number[] | null, others: number[] | null): number[] | null =>
  some === null ? others : others === null ? some : [...some, ...others]

type IsKnown = (row: UnreadOfConversation) => boolean

/** Loads at least the newest 50,001 unread messages. Enlarges the window of ids until there are enough. */
async function newestOf(
  sql: Sql,
  user: UserId,
  channels: ReadableChannels,
  isKnown: IsKnown,
): Promise<UnreadOfConversation[]> {
  const [row] = await sql.run<{ readonly newest: number | null }>(NEWEST)
  for (let window = FIRST_WINDOW; ; window *= 4) {
    const from = Math.max(0, (row?.newest ?? 0) - window)
    const rows = (await unreadFrom(sql, user, channels, from, null)).filter(isKnown)
    if (from === 0 || sizeOf(rows) > MAX_UNREAD_MESSAGES) return rows
  }
}

const sizeOf = (rows: readonly UnreadOfConversation[]): number =>
  rows.reduce((sum, row) => sum + row.ids.length, 0)

/** Returns the newest 50,000 of more messages. */
function newestIn(rows: readonly UnreadOfConversation[]): UnreadOfConversation[] {
  const all = rows.flatMap((row) => row.ids).sort((a, b) => b - a)
  const oldest = all[MAX_UNREAD_MESSAGES - 1]!
  const isIncluded = (id: number) => id >= oldest
  return rows
    .map((row) => ({
      ...row,
      ids: row.ids.filter(isIncluded),
      mentions: row.mentions?.filter(isIncluded) ?? null,
      wildcards: row.wildcards?.filter(isIncluded) ?? null,
    }))
    .filter((row) => row.ids.length > 0)
}

/** Ids from an index are ascending already, and asking is quicker than sorting them. */
const isAscending = (ids: readonly number[]): boolean => ids.every((id, n) => n === 0 || id >= ids[n - 1]!)

/** spec.md: a wildcard mention counts unless the topic is muted. */
function mentionsIn(rows: readonly UnreadOfConversation[]): number[] {
  const ids = new Set<number>()
  for (const { mentions, wildcards, isMuted } of rows) {
    for (const id of mentions ?? []) ids.add(id)
    if (!isMuted) for (const id of wildcards ?? []) ids.add(id)
  }
  return [...ids].sort((a, b) => a - b)
}

/** Adds a conversation to its list of the summary. */
function addConversation(
  summary: UnreadSummary,
  row: UnreadOfConversation,
  user: UserId,
  emptyTopicName: boolean,
): void {
  const unread_message_ids = row.ids
  if (row.channelId !== null) {
    const topic = row.topic === '' && !emptyTopicName ? EMPTY_TOPIC_DISPLAY_NAME : row.topic!
    summary.streams.push({ topic, stream_id: row.channelId, unread_message_ids })
  } else if (row.participantIds!.length > 2) {
    summary.huddles.push({ user_ids_string: row.participantIds!.join(','), unread_message_ids })
  } else {
    const other = row.participantIds!.find((id) => id !== user) ?? user
    summary.pms.push({ other_user_id: other, sender_id: other, unread_message_ids })
  }
}
