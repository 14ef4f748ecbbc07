import { getOrCreateSet } from '../../platform/collections/multimap.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { ConversationId, UserId } from '../../platform/ids.ts'
import type { Message } from '../messages/entities.ts'
import type { Reaction } from '../reactions/entity.ts'

/** Participants of a topic are determined by this number of its newest messages. */
export const RECENT_MESSAGES = 10_000

const PARTICIPANTS = statement(
  'topic.participants-of',
  `SELECT k.id AS "conversationId", p.user_id AS "userId" FROM unnest($1::int8[]) AS k (id) CROSS JOIN LATERAL (
     WITH recent AS (
       SELECT id, sender_id FROM message WHERE conversation_id = k.id AND id < $2 ORDER BY id DESC LIMIT ${RECENT_MESSAGES}
     )
     SELECT sender_id AS user_id FROM recent
     UNION SELECT r.user_id FROM recent JOIN reaction r ON r.message_id = recent.id
   ) p`, // message_conversation, reaction_pkey
)

type Participant = Columns<typeof Message, 'conversationId'> & Columns<typeof Reaction, 'userId'>

/**
 * Returns the participants of topics: senders of recent messages and users who reacted to them. `before`
 * leaves out that message and later ones. At most one query.
 */
export async function participantsOf(
  sql: Sql,
  topics: ReadonlySet<ConversationId>,
  before: number = Number.MAX_SAFE_INTEGER,
): Promise<ReadonlyMap<ConversationId, ReadonlySet<UserId>>> {
  const found = new Map<ConversationId, Set<UserId>>()
  if (topics.size === 0) return found
  const rows = await sql.run<Participant>(PARTICIPANTS, [[...topics], before])
  for (const { conversationId, userId } of rows) getOrCreateSet(found, conversationId).add(userId)
  return found
}
