import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { ChannelId } from '../../platform/ids.ts'
import { hasInRealm } from '../../state/access/realm-permissions.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { channelWildcardNotAllowed, topicWildcardNotAllowed } from '../messages/errors.ts'
import { RECENT_MESSAGES } from './participants.ts'

/** The largest number of people whom a wildcard mention may notify without permission. */
const MAX_WITHOUT_PERMISSION = 15

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
 * Throws `channelWildcardNotAllowed` or `topicWildcardNotAllowed` when a wildcard mentions more than fifteen
 * people and the sender lacks the permission (spec.md "Errors"). One query for topic wildcards.
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
  if (
    mentions.mentionsChannelWildcard &&
    realm.membership.activeSubscribers(channel).length > MAX_WITHOUT_PERMISSION
  ) {
    throw channelWildcardNotAllowed()
  }
  if (!mentions.mentionsTopicWildcard) return
  const [others] = await sql.run<{ readonly count: number }>(PARTICIPANTS, [channel, topic, sender.id])
  if (others!.count + 1 > MAX_WITHOUT_PERMISSION) {
    throw topicWildcardNotAllowed()
  }
}
