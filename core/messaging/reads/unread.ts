import { MAX_UNREAD_MESSAGES } from '../../../config/limits.ts'
import { IS_TOPIC_MUTED, visibilityJoin } from '../../channels/user-topics/policy.ts'
import { FlagBit, MENTIONING, MessageBit } from '../../content/messages/bits.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../content/messages/check-text.ts'
import { type Sql, statement } from '../../platform/db/statement.ts'
import type { UserId } from '../../platform/ids.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { isFlaggedReadable, type ReadableChannels, readableChannels } from '../messages/permissions/read.ts'
import { isHistorical } from './read-state.ts'
import { isSilent, places, unreadRows } from './unread-sql.ts'

/** spec.md "Unread messages summary". */
export interface UnreadSummary {
  count: number
  pms: { other_user_id: number; sender_id: number; unread_message_ids: number[] }[]
  streams: { topic: string; stream_id: number; unread_message_ids: number[] }[]
  huddles: { user_ids_string: string; unread_message_ids: number[] }[]
  mentions: number[]
  old_unreads_missing: boolean
}

/** The unread messages of one conversation, in no order. */
interface Row {
  channel_id: number | null
  topic: string | null
  participant_ids: UserId[] | null
  ids: number[]
  /** Those that mention the user, and those that mention everyone whom they reached. */
  mentions: number[] | null
  wildcards: number[] | null
  is_muted: boolean
}

const WILDCARD = MessageBit.channelWildcard
/** More unread messages than this are not looked at all at once. */
const PLENTY = 2 * MAX_UNREAD_MESSAGES
/** How far back the newest of so many are looked for first, in ids. */
const FIRST_WINDOW = 2 * MAX_UNREAD_MESSAGES

/**
 * Unread messages of user $1 from id $2 on, at most $3, by conversation: what is silent in the ranges above
 * the pointers (message_conversation, message_flag_pkey), and what a row calls unread (message_flag_unread,
 * message_pkey); in channels $4 and $5, `ReadableChannels`. One probe for a conversation without any: what was read is not looked at.
 */
const UNREAD = statement(
  'reads.unread',
  `WITH unread AS (
     SELECT m.id, place.conversation_id, m.bits & ${WILDCARD} <> 0 AS wildcard
     FROM ${places('$1')} place CROSS JOIN LATERAL (
       SELECT m.id, m.bits FROM message m
       WHERE m.conversation_id = place.conversation_id AND m.id >= greatest(place.from_id, $2::int8)
         AND m.id < place.to_id AND ${isSilent('$1::int')}
       ORDER BY m.id DESC LIMIT ${MAX_UNREAD_MESSAGES + 1}
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
   SELECT c.channel_id, c.topic, c.participant_ids, u.ids, u.mentions, u.wildcards,
     ${IS_TOPIC_MUTED} AS is_muted
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
const NEWEST = statement('reads.newest-of-all', 'SELECT max(id) AS id FROM message') // message_pkey

/**
 * Ids ascend; beyond the 50,000 newest `old_unreads_missing` is true (spec.md "Limits"). One query, and a
 * few for those who have left more than twice as many unread.
 */
export async function unreadSummary(
  sql: Sql,
  realm: RealmView,
  reader: UserRecord,
  emptyTopicName: boolean,
): Promise<UnreadSummary> {
  const { id: user } = reader
  const channels = readableChannels(realm, reader)
  const found = await unreadFrom(sql, user, channels, 0, PLENTY + 1)
  const rows = sizeOf(found) > PLENTY ? await newestOf(sql, user, channels) : found
  const missing = sizeOf(rows) > MAX_UNREAD_MESSAGES
  const known = inOrder(rows, missing ? oldestTold(rows) : 0)
  const summary: UnreadSummary = {
    count: known.reduce((sum, row) => sum + (row.is_muted ? 0 : row.ids.length), 0),
    pms: [],
    streams: [],
    huddles: [],
    mentions: [...new Set(known.flatMap(mentionsOf))].sort((a, b) => a - b),
    old_unreads_missing: missing,
  }
  for (const row of known) put(summary, row, user, emptyTopicName)
  return summary
}

const unreadFrom = (
  sql: Sql,
  user: UserId,
  { open, guarded }: ReadableChannels,
  from: number,
  most: number | null,
) => sql.run<Row>(UNREAD, [user, from, most, open, guarded])

/** At least the newest 50,001, when there are many more: from windows of ids that reach ever further back. */
async function newestOf(sql: Sql, user: UserId, channels: ReadableChannels): Promise<Row[]> {
  const [newest] = await sql.run<{ id: number | null }>(NEWEST)
  for (let window = FIRST_WINDOW; ; window *= 4) {
    const from = Math.max(0, (newest?.id ?? 0) - window)
    const rows = await unreadFrom(sql, user, channels, from, null)
    if (from === 0 || sizeOf(rows) > MAX_UNREAD_MESSAGES) return rows
  }
}

const sizeOf = (rows: readonly Row[]): number => rows.reduce((sum, row) => sum + row.ids.length, 0)

/** The oldest of the newest 50,000. */
function oldestTold(rows: readonly Row[]): number {
  const ids = rows.flatMap((row) => row.ids).sort((a, b) => b - a)
  return ids[MAX_UNREAD_MESSAGES - 1]!
}

/** Rows with their ids in order and from `oldest` on, the one whose first is oldest first. */
function inOrder(rows: readonly Row[], oldest: number): Row[] {
  const isTold = (id: number) => id >= oldest
  return rows
    .map((row) => ({
      ...row,
      ids: row.ids.filter(isTold).sort((a, b) => a - b),
      mentions: row.mentions?.filter(isTold) ?? null,
      wildcards: row.wildcards?.filter(isTold) ?? null,
    }))
    .filter((row) => row.ids.length > 0)
    .sort((a, b) => a.ids[0]! - b.ids[0]!)
}

/** spec.md: a wildcard counts where it is not muted. */
function mentionsOf({ mentions, wildcards, is_muted }: Row): number[] {
  return [...(mentions ?? []), ...((!is_muted && wildcards) || [])]
}

/** Adds a conversation to the list it belongs to. */
function put(summary: UnreadSummary, row: Row, user: UserId, emptyTopicName: boolean): void {
  const unread_message_ids = row.ids
  if (row.channel_id !== null) {
    const topic = row.topic === '' && !emptyTopicName ? EMPTY_TOPIC_DISPLAY_NAME : row.topic!
    summary.streams.push({ topic, stream_id: row.channel_id, unread_message_ids })
  } else if (row.participant_ids!.length > 2) {
    summary.huddles.push({ user_ids_string: row.participant_ids!.join(','), unread_message_ids })
  } else {
    const other = row.participant_ids!.find((id) => id !== user) ?? user
    summary.pms.push({ other_user_id: other, sender_id: other, unread_message_ids })
  }
}
