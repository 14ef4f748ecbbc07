import { MAX_UNREAD_MESSAGES } from '../../config/limits.ts'
import { type Sql, statement } from '../db/statement.ts'
import type { UserId } from '../ids.ts'
import { FlagBit, MessageBit } from '../messages/bits.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../messages/check.ts'
import { isSilent, places, unreadRows } from './reach.ts'
import { isHistorical } from './read-state.ts'

/** spec.md "Unread messages summary". */
export interface UnreadSummary {
  count: number
  pms: { other_user_id: number; sender_id: number; unread_message_ids: number[] }[]
  streams: { topic: string; stream_id: number; unread_message_ids: number[] }[]
  huddles: { user_ids_string: string; unread_message_ids: number[] }[]
  mentions: number[]
  old_unreads_missing: boolean
}

/** The unread messages of one conversation. */
interface Row {
  channel_id: number | null
  topic: string | null
  participant_ids: UserId[] | null
  /** Ascending. */
  ids: number[]
  /** Those with a mention that counts, in no order. */
  mentions: number[] | null
  is_muted: boolean
}

const WILDCARDS = MessageBit.channelWildcard | MessageBit.topicWildcard

/**
 * The newest unread messages of a user, by conversation: what is silent in the ranges above the pointers
 * (message_conversation, message_flag_pkey), and what a row calls unread (message_flag_unread, message_pkey).
 * One probe for a conversation without any: what was read is not looked at.
 */
const UNREAD = statement(
  'reads.unread',
  `WITH unread AS (
     SELECT m.id, place.conversation_id, m.bits & ${WILDCARDS} <> 0 AS wildcard
     FROM ${places('$1')} place CROSS JOIN LATERAL (
       SELECT m.id, m.bits FROM message m
       WHERE m.conversation_id = place.conversation_id AND m.id >= place.from_id AND m.id < place.to_id
         AND ${isSilent('$1::int')}
       ORDER BY m.id DESC LIMIT ${MAX_UNREAD_MESSAGES + 1}
     ) m
     UNION ALL
     SELECT m.id, m.conversation_id, m.bits & ${WILDCARDS} <> 0 AND NOT ${isHistorical('$1')}
     FROM ${unreadRows('$1')} row JOIN message m ON m.id = row.message_id
   ), newest AS (
     SELECT * FROM unread ORDER BY id DESC LIMIT ${MAX_UNREAD_MESSAGES + 1}
   ), mentioned AS (
     SELECT message_id AS id FROM message_flag WHERE user_id = $1 AND bits & ${FlagBit.mentioned} <> 0
   )
   SELECT c.channel_id, c.topic, c.participant_ids, u.ids, u.mentions, u.is_muted FROM (
     SELECT n.conversation_id, coalesce(s.is_muted, false) AS is_muted, min(n.id) AS first,
       json_agg(n.id ORDER BY n.id) AS ids,
       json_agg(n.id) FILTER (WHERE d.id IS NOT NULL OR n.wildcard AND s.is_muted IS NOT TRUE) AS mentions
     FROM newest n
     JOIN conversation c ON c.id = n.conversation_id
     LEFT JOIN subscription s ON s.user_id = $1 AND s.channel_id = c.channel_id
     LEFT JOIN mentioned d ON d.id = n.id
     GROUP BY n.conversation_id, s.is_muted
   ) u JOIN conversation c ON c.id = u.conversation_id
   ORDER BY u.first`,
)

/** One query. Ids ascend; beyond the 50,000 newest `old_unreads_missing` is true (spec.md "Limits"). */
export async function unreadSummary(sql: Sql, user: UserId, emptyTopicName: boolean): Promise<UnreadSummary> {
  const rows = await sql.run<Row>(UNREAD, [user])
  const missing = rows.reduce((sum, row) => sum + row.ids.length, 0) > MAX_UNREAD_MESSAGES
  const known = missing ? withoutOldest(rows) : rows
  const summary: UnreadSummary = {
    count: known.reduce((sum, row) => sum + (row.is_muted ? 0 : row.ids.length), 0),
    pms: [],
    streams: [],
    huddles: [],
    mentions: known.flatMap((row) => row.mentions ?? []).sort((a, b) => a - b),
    old_unreads_missing: missing,
  }
  for (const row of known) put(summary, row, user, emptyTopicName)
  return summary
}

/** The statement reads one more than are told of, to know whether there are more. */
function withoutOldest(rows: readonly Row[]): Row[] {
  const oldest = rows.reduce((least, row) => Math.min(least, row.ids[0]!), Number.POSITIVE_INFINITY)
  return rows
    .map((row) => ({
      ...row,
      ids: row.ids[0] === oldest ? row.ids.slice(1) : row.ids,
      mentions: row.mentions?.filter((id) => id !== oldest) ?? null,
    }))
    .filter((row) => row.ids.length > 0)
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
