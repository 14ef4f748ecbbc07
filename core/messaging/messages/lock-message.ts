import { statement } from '../../platform/db/statement.ts'
import type { Tx } from '../../platform/db/transact.ts'
import type { ChannelId, ConversationId, MessageId, UserId } from '../../platform/ids.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { Changes } from './edit-history.ts'
import { invalidMessages } from './errors.ts'
import { canReadMessage, reached } from './permissions/read.ts'

/** A message read under the organization's lock: nobody else changes it until COMMIT. */
export interface LockedMessage extends Changes {
  /** `channel` and `topic` are null for a direct message, `participants` for a channel message. */
  readonly channel: ChannelId | null
  readonly topic: string | null
  readonly participants: readonly UserId[] | null
  readonly conversation: ConversationId
  readonly sender: UserId
  readonly content: string
  readonly html: string
  readonly bits: number
  /** Unix seconds. */
  readonly sentAt: number
  /** The time of this change, in microseconds since 1970. */
  readonly now: number
  /** Whether it has submessages. */
  readonly isWidget: boolean
}

const LOCKED = statement(
  'message.held',
  `SELECT m.id, m.channel_id AS channel, c.topic, c.participant_ids AS participants, m.conversation_id AS conversation,
     m.sender_id AS sender, m.content, m.rendered_content AS html, m.bits, m.edit_history, m.arrived_at, c.renames,
     floor(extract(epoch FROM m.sent_at))::int8 AS "sentAt",
     floor(extract(epoch FROM clock_timestamp()) * 1000000)::int8 AS now,
     EXISTS (SELECT FROM submessage s WHERE s.message_id = m.id) AS "isWidget", ${reached('$1')} AS reached
   FROM message m JOIN conversation c ON c.id = m.conversation_id
   WHERE m.id = $2 AND m.realm_id = $3`, // message_pkey, conversation_pkey
)

/**
 * Reads a message that the actor may read, in a transaction of `Core.change`. Throws `invalidMessages`, the same for a
 * message that does not exist and one that the actor may not read.
 */
export async function lockMessage(
  tx: Tx,
  realm: RealmState,
  actor: UserRecord,
  id: MessageId,
): Promise<LockedMessage> {
  const [message] = await tx.run<LockedMessage & { reached: boolean }>(LOCKED, [actor.id, id, realm.id])
  if (message === undefined || !canReadMessage(realm, actor, message)) throw invalidMessages()
  return message
}
