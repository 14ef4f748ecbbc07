import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { MessageId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { Conversation } from '../conversations/entities.ts'
import { CHANGES, type Changes } from './edit-history.ts'
import type { Message } from './entities.ts'
import { invalidMessages } from './errors.ts'
import { canReadMessage, type ReceptionColumn, wasReceivedBy } from './read-permission.ts'

/** A message read under the organization's lock: nobody else changes it until COMMIT. */
export type LockedMessage = Changes &
  Columns<
    typeof Message,
    'channelId' | 'conversationId' | 'senderId' | 'content' | 'renderedContent' | 'bits'
  > &
  Columns<typeof Conversation, 'topic' | 'participantIds'> & {
    /** Unix seconds. */
    readonly sentAt: number
    /** The time of this change, in microseconds since 1970. */
    readonly now: number
    /** Whether it has submessages. */
    readonly isWidget: boolean
  }

const LOCKED = statement(
  'message.held',
  `SELECT ${CHANGES}, m.channel_id AS "channelId", m.conversation_id AS "conversationId", m.sender_id AS "senderId",
     m.content, m.rendered_content AS "renderedContent", m.bits, c.topic, c.participant_ids AS "participantIds",
     floor(extract(epoch FROM m.sent_at))::int8 AS "sentAt",
     floor(extract(epoch FROM clock_timestamp()) * 1000000)::int8 AS now,
     EXISTS (SELECT FROM submessage s WHERE s.message_id = m.id) AS "isWidget", ${wasReceivedBy('$1')} AS "wasReceived"
   FROM message m JOIN conversation c ON c.id = m.conversation_id
   WHERE m.id = $2 AND m.realm_id = $3`, // message_pkey, conversation_pkey
)

/**
 * Reads a message that the actor may read, in a transaction of `Core.change`. Throws `invalidMessages`, the
 * same for a message that does not exist and one that the actor may not read.
 */
export async function lockMessage(
  tx: Tx,
  realm: RealmState,
  actor: UserRecord,
  id: MessageId,
): Promise<LockedMessage> {
  const [message] = await tx.run<LockedMessage & ReceptionColumn>(LOCKED, [actor.id, id, realm.id])
  if (message === undefined || !canReadMessage(realm, actor, message)) throw invalidMessages()
  return message
}
