import { IS_TOPIC_MUTED, visibilityJoin } from '../../channels/user-topics/policy.ts'
import { FlagBit, MENTIONING, MessageBit } from '../../content/messages/bits.ts'
import type { Columns } from '../../platform/db/row.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Conversation } from '../conversations/entities.ts'
import type { Message } from '../messages/entities.ts'
import type { Changed } from './mark-bit.ts'
import { isHistorical, isRead } from './read-state.ts'
import { readStateProbes } from './unread-sql.ts'

/** A message that was marked as unread, with the details for its event. */
export type Unread = Changed &
  Columns<typeof Message, 'channelId'> &
  Columns<typeof Conversation, 'topic' | 'participantIds'> & {
    readonly isMentioned: boolean
    readonly isMuted: boolean
  }

/**
 * Marks pairs of users ($1) and messages ($2) as unread, by a flag row on either side of the pointer; each pair occurs
 * once. Returns the pairs that were read. Indexes: message_pkey, conversation_pkey,
 * message_flag_pkey, read_pointer_pkey, subscription_span_pkey, subscription_pkey,
 * user_topic_user.
 */
export const MARK_UNREAD = statement(
  'reads.mark-unread',
  `WITH changed AS MATERIALIZED (
     SELECT w.user_id, m.id, m.conversation_id, m.channel_id, coalesce(f.bits, 0) & ${MENTIONING} <> 0
         OR m.bits & ${MessageBit.channelWildcard} <> 0 AND NOT ${isHistorical('w.user_id')}
       AS mentioned
     FROM unnest($1::int[], $2::int8[]) AS w (user_id, message_id)
     JOIN message m ON m.id = w.message_id
     ${readStateProbes('w.user_id')}
     WHERE ${isRead('w.user_id')}
   ), written AS (
     INSERT INTO message_flag (user_id, message_id, bits)
     SELECT user_id, id, ${FlagBit.hasExplicitReadState} FROM changed
     ON CONFLICT (user_id, message_id)
       DO UPDATE SET bits = message_flag.bits & ~${FlagBit.read} | ${FlagBit.hasExplicitReadState}
   )
   SELECT w.user_id AS "userId", w.id, w.channel_id AS "channelId", c.topic, c.participant_ids AS "participantIds",
     w.mentioned AS "isMentioned", ${IS_TOPIC_MUTED} AS "isMuted"
   FROM changed w JOIN conversation c ON c.id = w.conversation_id
   LEFT JOIN subscription s ON s.user_id = w.user_id AND s.channel_id = w.channel_id
   ${visibilityJoin('w.user_id')}
   ORDER BY w.id`,
)
