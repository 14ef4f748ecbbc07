import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { MessageId } from '../../platform/ids.ts'
import { topicKey } from '../../platform/text/topic-key.ts'
import { readableChannels } from '../../state/access/channel-permissions.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { Conversation } from '../conversations/entities.ts'
import { isReadable } from '../messages/read-permission.ts'

/** A topic to which messages went, and the newest of them that the reader may read. */
export type SuccessorTopic = Columns<typeof Conversation, 'channelId' | 'topic'> & {
  readonly newest: MessageId
}

/** Topics that the answer names at most. */
export const MAX_SUCCESSORS = 10
/** Moved messages that are looked at; so large a topic seldom goes to several places. */
const MAX_MOVED = 2_000
/** Messages of one renamed topic that are looked at for one that the reader may read. */
const MAX_RENAMED = 1_000

const OPEN = '$4::int[]'
const GUARDED = '$5::int[]'
/** What `isReadable` asks of a message. */
const COLUMNS = 'm.id, m.conversation_id, m.channel_id, m.arrival_id, m.arrived_at'

// message_former_topics, conversation_former_topics; then message_conversation for each renamed topic.
const SUCCESSORS = statement(
  'conversation.successors',
  `WITH found AS (
     SELECT m.conversation_id, m.id FROM (
       SELECT ${COLUMNS} FROM message m
       WHERE former_topics(m.channel_id, m.edit_history) @> ARRAY[$2] AND m.edit_history @? '$[*].prev_topic'
       LIMIT ${MAX_MOVED}
     ) m WHERE ${isReadable('$3', OPEN, GUARDED)}
     UNION ALL
     SELECT c.id, n.id FROM (
       SELECT c.id, r.up_to, r.at FROM conversation c CROSS JOIN LATERAL (
         SELECT max((rename->>'up_to')::int8) AS up_to, max((rename->>'at')::int8) AS at
         FROM jsonb_array_elements(c.renames) rename WHERE $1 || '/' || lower(rename->>'prev_topic') = $2
       ) r
       WHERE former_topics(c.channel_id, c.renames) @> ARRAY[$2] AND c.renames IS NOT NULL LIMIT ${MAX_RENAMED}
     ) c CROSS JOIN LATERAL (
       SELECT m.id FROM (
         SELECT ${COLUMNS} FROM message m WHERE m.conversation_id = c.id AND m.id <= c.up_to
         ORDER BY m.id DESC LIMIT ${MAX_RENAMED}
       ) m
       WHERE coalesce(m.arrived_at, 0) < c.at AND ${isReadable('$3', OPEN, GUARDED)} ORDER BY m.id DESC LIMIT 1
     ) n
   )
   SELECT c.channel_id AS "channelId", c.topic, max(f.id) AS newest FROM found f JOIN conversation c ON c.id = f.conversation_id
   WHERE c.channel_id || '/' || lower(c.topic) <> $2
   GROUP BY c.id ORDER BY newest DESC LIMIT ${MAX_SUCCESSORS}`,
)

/**
 * Returns the topics that have the messages of a former topic now, after renames, resolves and moves: the one
 * with the newest such message first, at most `MAX_SUCCESSORS`, none that the reader may not read. Empty when
 * the organization shows nobody how messages were moved. The caller has checked that the reader may read the
 * channel (`findReadableChannel`). One query.
 */
export async function successorsOf(
  sql: Sql,
  realm: RealmView,
  reader: UserRecord,
  channel: ChannelRecord,
  topic: string,
): Promise<SuccessorTopic[]> {
  if (realm.record.settings.message_edit_history_visibility_policy === 'none') return []
  const { open, guarded } = readableChannels(realm, reader)
  const place = `${channel.id}/${topicKey(topic)}`
  return sql.run<SuccessorTopic>(SUCCESSORS, [String(channel.id), place, reader.id, open, guarded])
}
