import { IS_TOPIC_MUTED, visibilityJoin } from '../../channels/user-topics/policy.ts'
import { FlagBit, MENTIONING, MessageBit } from '../../content/messages/bits.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { UnreadDetails } from '../reads/event.ts'
import { isHistorical, isRead } from '../reads/read-state.ts'
import { readStateProbes } from '../reads/unread-sql.ts'
import type { Changed } from './mark-bit.ts'

/** A message that was marked as unread, with the details for its event. */
export interface Unread extends Changed {
  readonly details: UnreadDetails
}

/** SQL: the `UnreadDetails` of row `w` of `changed`, as JSON text in the form of JSON.stringify. */
const DETAILS = `CASE WHEN w.channel_id IS NULL
     THEN '{"type":"private"' || w.mention || ',"user_ids":[' || array_to_string(array_remove(c.participant_ids, w.user_id), ',') || ']}'
     ELSE '{"type":"stream"' || w.mention || ',"stream_id":' || w.channel_id || ',"topic":' || to_json(c.topic)::text
       || ',"unmuted_stream_msg":' || (NOT ${IS_TOPIC_MUTED})::text || '}' END`

/**
 * Marks pairs of users ($1) and messages ($2) as unread, by a flag row on either side of the pointer. Returns
 * the pairs that were read. Each pair occurs once. The caller has locked the event log. Indexes:
 * message_pkey, conversation_pkey, message_flag_pkey, read_pointer_pkey, subscription_span_pkey,
 * subscription_pkey, user_topic_user.
 */
export const MARK_UNREAD = statement(
  'reads.mark-unread',
  `WITH changed AS MATERIALIZED (
     SELECT w.user_id, m.id, m.conversation_id, m.channel_id, CASE WHEN coalesce(f.bits, 0) & ${MENTIONING} <> 0
         OR m.bits & ${MessageBit.channelWildcard} <> 0 AND NOT ${isHistorical('w.user_id')}
       THEN ',"mentioned":true' ELSE '' END AS mention
     FROM unnest($1::int[], $2::int8[]) AS w (user_id, message_id)
     JOIN message m ON m.id = w.message_id
     ${readStateProbes('w.user_id')}
     WHERE ${isRead('w.user_id')}
   ), written AS (
     INSERT INTO message_flag (user_id, message_id, bits)
     SELECT user_id, id, ${FlagBit.hasExplicitReadState} FROM changed
     ON CONFLICT (user_id, message_id)
       DO UPDATE SET bits = message_flag.bits & ~${FlagBit.read} | ${FlagBit.hasExplicitReadState}
   ), unread AS (
     SELECT w.user_id, w.id, ${DETAILS} AS details
     FROM changed w JOIN conversation c ON c.id = w.conversation_id
     LEFT JOIN subscription s ON s.user_id = w.user_id AND s.channel_id = w.channel_id
     ${visibilityJoin('w.user_id')}
   )
   SELECT user_id AS "userId", id, details::json FROM unread ORDER BY id`,
)
