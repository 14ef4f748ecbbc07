import { MAX_UNREAD_MESSAGES } from '../../config/limits.ts'
import { type Sql, statement } from '../db/statement.ts'
import type { UserId } from '../ids.ts'
import { FlagBit, MessageBit } from '../messages/bits.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../messages/check.ts'
import { isRead } from './read-state.ts'

/** spec.md "Unread messages summary". */
export interface UnreadSummary {
  count: number
  pms: { other_user_id: number; sender_id: number; unread_message_ids: number[] }[]
  streams: { topic: string; stream_id: number; unread_message_ids: number[] }[]
  huddles: { user_ids_string: string; unread_message_ids: number[] }[]
  mentions: number[]
  old_unreads_missing: boolean
}

interface Row {
  id: number
  conversation_id: number
  channel_id: number | null
  topic: string | null
  participant_ids: UserId[] | null
  mentioned: boolean
}

/**
 * The newest unread messages of a user. Above the pointer of each conversation the user has a part in
 * (message_conversation), and those that a row calls unread below it (message_flag_pkey).
 */
const UNREAD = statement(
  'reads.unread',
  `WITH candidate AS (
     SELECT m.id FROM subscription_span s
     JOIN conversation c ON c.channel_id = s.channel_id -- conversation_topic
     LEFT JOIN read_pointer p ON p.user_id = $1::int AND p.conversation_id = c.id
     CROSS JOIN LATERAL (
       SELECT id FROM message WHERE conversation_id = c.id AND id > coalesce(p.message_id, 0)
         AND id >= s.from_id AND (s.to_id IS NULL OR id < s.to_id)
       ORDER BY id DESC LIMIT ${MAX_UNREAD_MESSAGES + 1}
     ) m WHERE s.user_id = $1::int
     UNION
     SELECT m.id FROM conversation_participant t
     LEFT JOIN read_pointer p ON p.user_id = $1::int AND p.conversation_id = t.conversation_id
     CROSS JOIN LATERAL (
       SELECT id FROM message WHERE conversation_id = t.conversation_id AND id > coalesce(p.message_id, 0)
       ORDER BY id DESC LIMIT ${MAX_UNREAD_MESSAGES + 1}
     ) m WHERE t.user_id = $1::int
     UNION
     SELECT message_id FROM message_flag
     WHERE user_id = $1::int AND bits & ${FlagBit.speaksOfReading | FlagBit.read} = ${FlagBit.speaksOfReading}
   )
   SELECT m.id, m.conversation_id, c.channel_id, c.topic, c.participant_ids,
     coalesce(f.bits, 0) & ${FlagBit.mentioned} <> 0
       OR m.bits & ${MessageBit.channelWildcard | MessageBit.topicWildcard} <> 0 AS mentioned
   FROM candidate JOIN message m ON m.id = candidate.id
   JOIN conversation c ON c.id = m.conversation_id
   LEFT JOIN message_flag f ON f.user_id = $1::int AND f.message_id = m.id
   LEFT JOIN read_pointer p ON p.user_id = $1::int AND p.conversation_id = m.conversation_id
   WHERE NOT ${isRead('$1')}
   ORDER BY m.id DESC LIMIT ${MAX_UNREAD_MESSAGES + 1}`,
)

/** One query. Ids ascend; beyond the 50,000 newest `old_unreads_missing` is true (spec.md "Limits"). */
export async function unreadSummary(sql: Sql, user: UserId, emptyTopicName: boolean): Promise<UnreadSummary> {
  const newest = await sql.run<Row>(UNREAD, [user])
  const missing = newest.length > MAX_UNREAD_MESSAGES
  const rows = newest.slice(0, MAX_UNREAD_MESSAGES).reverse()
  const summary: UnreadSummary = {
    count: rows.length,
    pms: [],
    streams: [],
    huddles: [],
    mentions: rows.filter((row) => row.mentioned).map((row) => row.id),
    old_unreads_missing: missing,
  }
  const lists = new Map<number, number[]>()
  for (const row of rows) {
    const list = lists.get(row.conversation_id)
    if (list !== undefined) list.push(row.id)
    else lists.set(row.conversation_id, begin(summary, row, user, emptyTopicName))
  }
  return summary
}

/** Adds a conversation to the list it belongs to; returns its list of ids. */
function begin(summary: UnreadSummary, row: Row, user: UserId, emptyTopicName: boolean): number[] {
  const unread_message_ids = [row.id]
  if (row.channel_id !== null) {
    const topic = row.topic === '' && !emptyTopicName ? EMPTY_TOPIC_DISPLAY_NAME : row.topic!
    summary.streams.push({ topic, stream_id: row.channel_id, unread_message_ids })
  } else if (row.participant_ids!.length > 2) {
    summary.huddles.push({ user_ids_string: row.participant_ids!.join(','), unread_message_ids })
  } else {
    const other = row.participant_ids!.find((id) => id !== user) ?? user
    summary.pms.push({ other_user_id: other, sender_id: other, unread_message_ids })
  }
  return unread_message_ids
}
