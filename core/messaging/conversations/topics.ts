import { reachesInSpan, wasSubscribedAtArrival } from '../../channels/subscriptions/arrival.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { MessageId } from '../../platform/ids.ts'
import { canReadWholeHistory } from '../../state/access/channel-permissions.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { type Reader, readerId } from '../../state/users/reader.ts'
import type { Conversation } from './entities.ts'

/** A topic (empty if it has no name) and its newest message that the reader may read. */
export type TopicOfChannel = Columns<typeof Conversation, 'topic'> & { readonly newest: MessageId }

// conversation_topic for the channel, then one probe of message_conversation a topic.
const WHOLE = statement(
  'conversation.topics-of-channel',
  `SELECT c.topic, m.id AS newest FROM conversation c
   CROSS JOIN LATERAL (SELECT id FROM message WHERE conversation_id = c.id ORDER BY id DESC LIMIT 1) m
   WHERE c.channel_id = $1 ORDER BY m.id DESC`,
)

// subscription_span_pkey, conversation_topic, then one probe of message_conversation a topic and span;
// message_moved.
const GUARDED = statement(
  'conversation.topics-of-protected-history',
  `SELECT c.topic, max(m.id) AS newest FROM (
     SELECT c.id AS conversation, m.id FROM subscription_span s
     JOIN conversation c ON c.channel_id = s.channel_id
     CROSS JOIN LATERAL (
       SELECT id FROM message m WHERE conversation_id = c.id AND id >= s.from_id
         AND id < coalesce(s.to_id, 9223372036854775807) AND ${reachesInSpan('$2')}
       ORDER BY id DESC LIMIT 1
     ) m
     WHERE s.user_id = $2 AND s.channel_id = $1
     UNION ALL
     SELECT m.conversation_id, max(m.id) FROM message m
     WHERE m.channel_id = $1 AND m.arrival_id IS NOT NULL AND ${wasSubscribedAtArrival('$2')} GROUP BY m.conversation_id
   ) m JOIN conversation c ON c.id = m.conversation
   GROUP BY c.id, c.topic ORDER BY newest DESC`,
)

/**
 * Returns the topics of a channel that contain a message the reader may read, ordered by newest message,
 * newest first. The caller has checked that the reader may read the channel (`findReadableChannel`). One
 * query.
 */
export async function topicsOf(
  sql: Sql,
  realm: RealmView,
  reader: Reader,
  channel: ChannelRecord,
): Promise<TopicOfChannel[]> {
  if (canReadWholeHistory(realm, reader, channel)) return sql.run<TopicOfChannel>(WHOLE, [channel.id])
  return sql.run<TopicOfChannel>(GUARDED, [channel.id, readerId(reader)])
}
