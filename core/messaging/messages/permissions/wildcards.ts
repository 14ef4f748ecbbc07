import { type Sql, statement } from '../../../platform/db/statement.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { ChannelId } from '../../../platform/ids.ts'
import { hasInRealm } from '../../../state/realm/permissions.ts'
import type { RealmView } from '../../../state/realm/view.ts'
import type { UserRecord } from '../../../state/users/record.ts'
import { RECENT_MESSAGES } from '../../conversations/participants.ts'

/** Everyone may mention this many at once. */
const FEW = 15

const PARTICIPANTS = statement(
  'topic.participants',
  `WITH recent AS (
     SELECT m.id, m.sender_id FROM conversation c JOIN message m ON m.conversation_id = c.id
     WHERE c.channel_id = $1 AND lower(c.topic) = lower($2) ORDER BY m.id DESC LIMIT ${RECENT_MESSAGES}
   )
   SELECT count(*) AS count FROM (
     SELECT sender_id AS id FROM recent
     UNION SELECT user_id FROM recent JOIN reaction r ON r.message_id = recent.id
   ) people WHERE id <> $3`, // conversation_topic, message_conversation, reaction_pkey
)

interface Mentions {
  readonly mentionsChannelWildcard: boolean
  readonly mentionsTopicWildcard: boolean
}

/**
 * Throws STREAM_WILDCARD_MENTION_NOT_ALLOWED or TOPIC_WILDCARD_MENTION_NOT_ALLOWED when a message mentions more
 * than fifteen people at once and its sender may not (spec.md "Errors"). One query for mentions of a topic.
 */
export async function checkWildcards(
  sql: Sql,
  realm: RealmView,
  sender: UserRecord,
  { channel, topic }: { readonly channel: ChannelId; readonly topic: string },
  mentions: Mentions,
): Promise<void> {
  if (!mentions.mentionsChannelWildcard && !mentions.mentionsTopicWildcard) return
  if (hasInRealm(realm, sender, 'can_mention_many_users_group')) return
  if (mentions.mentionsChannelWildcard && realm.membership.activeSubscribers(channel).length > FEW) {
    throw new ApiError('You do not have permission to use channel wildcard mentions in this channel.', {
      code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    })
  }
  if (!mentions.mentionsTopicWildcard) return
  const [others] = await sql.run<{ count: number }>(PARTICIPANTS, [channel, topic, sender.id])
  if (others!.count + 1 > FEW) {
    throw new ApiError('You do not have permission to use topic wildcard mentions in this topic.', {
      code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
    })
  }
}
