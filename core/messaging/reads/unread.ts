import { MAX_UNREAD_MESSAGES } from '../../../config/limits.ts'
import { IS_TOPIC_MUTED, visibilityJoin } from '../../channels/user-topics/policy.ts'
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
type UnreadOfConversation = Columns<typeof Conversation, 'channelId' | 'topic' | 'participantIds'> & {
  readonly ids: number[]
  /** Ids of messages that mention the user directly, and by a wildcard. */
  readonly mentions: number[] | null
  readonly wildcards: number[] | null
  readonly isMuted: boolean
}

/** An `UnreadOfConversation` in the answer of Postgres. */
type Listed = readonly [
  channelId: UnreadOfConversation['channelId'],
  topic: UnreadOfConversation['topic'],
  participantIds: UnreadOfConversation['participantIds'],
  ids: number[],
  mentions: number[] | null,
  wildcards: number[] | null,
  isMuted: boolean,
]

const WILDCARD = MessageBit.channelWildcard
/** Users with more unread messages than this need several queries. */
const MAX_PER_QUERY = 2 * MAX_UNREAD_MESSAGES
/** Size of the first window, in ids, in which those queries look for the newest unread messages. */
const FIRST_WINDOW = 2 * MAX_UNREAD_MESSAGES

/**
 * Unread messages of user $1 from id $2 on, at most $3, by conversation: messages without explicit state above the pointers
 * (message_conversation, message_flag_read), and rows with explicit unread state (message_flag_unread, message_pkey) in the
 * readable channels $4 and $5. Costs one probe for each conversation with messages above its pointer. Never scans read messages.
 */
const UNREAD = statement(
  'reads.unread',
  `WITH explicit AS MATERIALIZED (
     ${explicitRows('$1')}
   ), unread AS (
     SELECT m.id, place.conversation_id, m.bits & ${WILDCARD} <> 0 AS wildcard
     FROM (SELECT * FROM ${unreadRanges('$1')} place WHERE has_messages) place CROSS JOIN LATERAL (
       SELECT m.id, m.bits FROM message m
       WHERE m.conversation_id = place.conversation_id AND m.id >= greatest(place.from_id, $2::int8)
         AND ${hasNoExplicitState('$1')}
       OFFSET 0 -- one probe of the index for each conversation
     ) m
     UNION ALL
     SELECT m.id, m.conversation_id, m.bits & ${WILDCARD} <> 0 AND NOT ${isHistorical('$1')}
     FROM ${unreadRows('$1')} row JOIN message m ON m.id = row.message_id
     WHERE m.id >= $2 AND ${isFlaggedReadable('$1', '$4::int[]', '$5::int[]')}
     LIMIT $3
   ), mentioned AS (
     SELECT message_id AS id, bits & ${FlagBit.mentioned} <> 0 AS directly, bits & ${FlagBit.topicMentioned} <> 0 AS in_topic
     FROM message_flag WHERE user_id = $1 AND bits & ${MENTIONING} <> 0 -- message_flag_mentioned
   )
   SELECT json_agg(json_build_array(c.channel_id, c.topic, c.participant_ids, u.ids, u.mentions, u.wildcards, ${IS_TOPIC_MUTED}))
     AS conversations -- one value: the driver takes longer for each row than to read the JSON
   FROM (
     SELECT conversation_id, json_agg(unread.id) AS ids,
       json_agg(unread.id) FILTER (WHERE mentioned.directly) AS mentions,
       json_agg(unread.id) FILTER (WHERE wildcard OR mentioned.in_topic) AS wildcards
     FROM unread LEFT JOIN mentioned ON mentioned.id = unread.id GROUP BY conversation_id
   ) u
   JOIN conversation c ON c.id = u.conversation_id
   LEFT JOIN subscription s ON s.user_id = $1 AND s.channel_id = c.channel_id
   ${visibilityJoin('$1')}`,
)
const NEWEST = statement('reads.newest-of-all', 'SELECT max(id) AS newest FROM message') // message_pkey

/**
 * Returns the summary of unread messages with ascending ids. Contains the 50,000 newest; `old_unreads_missing` tells
 * whether there are more (spec.md "Limits"). One query, and a few for users with more than 100,000 unread messages.
 */
export async function unreadSummary(
  sql: Sql,
  realm: RealmView,
  reader: UserRecord,
  emptyTopicName: boolean,
): Promise<UnreadSummary> {
  const { id: user } = reader
  const channels = readableChannels(realm, reader)
  const found = await unreadFrom(sql, user, channels, 0, MAX_PER_QUERY + 1)
  const rows = sizeOf(found) > MAX_PER_QUERY ? await newestOf(sql, user, channels) : found
  const missing = sizeOf(rows) > MAX_UNREAD_MESSAGES
  const included = sortFrom(rows, missing ? oldestIncluded(rows) : 0)
  const summary: UnreadSummary = {
    count: included.reduce((sum, row) => sum + (row.isMuted ? 0 : row.ids.length), 0),
    pms: [],
    streams: [],
    huddles: [],
    mentions: [...new Set(included.flatMap(mentionsOf))].sort((a, b) => a - b),
    old_unreads_missing: missing,
  }
  for (const row of included) addConversation(summary, row, user, emptyTopicName)
  return summary
}

async function unreadFrom(
  sql: Sql,
  user: UserId,
  { open, guarded }: ReadableChannels,
  from: number,
  most: number | null,
): Promise<UnreadOfConversation[]> {
  type Answer = { readonly conversations: readonly Listed[] | null }
  const [answer] = await sql.run<Answer>(UNREAD, [user, from, most, open, guarded])
  return (answer?.conversations ?? []).map(
    ([channelId, topic, participantIds, ids, mentions, wildcards, isMuted]): UnreadOfConversation => ({
      channelId,
      topic,
      participantIds,
      ids,
      mentions,
      wildcards,
      isMuted,
    }),
  )
}

/** Loads at least the newest 50,001 unread messages. Enlarges the window of ids until there are enough. */
async function newestOf(sql: Sql, user: UserId, channels: ReadableChannels): Promise<UnreadOfConversation[]> {
  const [row] = await sql.run<{ readonly newest: number | null }>(NEWEST)
  for (let window = FIRST_WINDOW; ; window *= 4) {
    const from = Math.max(0, (row?.newest ?? 0) - window)
    const rows = await unreadFrom(sql, user, channels, from, null)
    if (from === 0 || sizeOf(rows) > MAX_UNREAD_MESSAGES) return rows
  }
}

const sizeOf = (rows: readonly UnreadOfConversation[]): number =>
  rows.reduce((sum, row) => sum + row.ids.length, 0)

/** Returns the oldest of the newest 50,000 ids. */
function oldestIncluded(rows: readonly UnreadOfConversation[]): number {
  const ids = rows.flatMap((row) => row.ids).sort((a, b) => b - a)
  return ids[MAX_UNREAD_MESSAGES - 1]!
}

/** Removes ids before `oldest`, sorts the ids of each row, and sorts the rows by their first id. */
function sortFrom(rows: readonly UnreadOfConversation[], oldest: number): UnreadOfConversation[] {
  const isIncluded = (id: number) => id >= oldest
  return rows
    .map((row) => ({
      ...row,
      ids: row.ids.filter(isIncluded).sort((a, b) => a - b),
      mentions: row.mentions?.filter(isIncluded) ?? null,
      wildcards: row.wildcards?.filter(isIncluded) ?? null,
    }))
    .filter((row) => row.ids.length > 0)
    .sort((a, b) => a.ids[0]! - b.ids[0]!)
}

/** spec.md: a wildcard mention counts unless the topic is muted. */
function mentionsOf({ mentions, wildcards, isMuted }: UnreadOfConversation): number[] {
  return [...(mentions ?? []), ...((!isMuted && wildcards) || [])]
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
