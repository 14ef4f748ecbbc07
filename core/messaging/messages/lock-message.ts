import { statement } from '../../platform/db/statement.ts'
import type { Tx } from '../../platform/db/transact.ts'
import { ApiError } from '../../platform/errors.ts'
import type { ChannelId, ConversationId, MessageId, UserId } from '../../platform/ids.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { mayRead, reached } from './access.ts'
import type { Changes } from './edit-history.ts'

/** A message that nobody else changes until COMMIT. */
export interface HeldMessage extends Changes {
  /** Null for direct messages, as `topic` is; `participants` is null for others. */
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
  /** Microseconds since 1970, the time of whatever is done to the message now. */
  readonly now: number
  /** Something may have been added to it, which its text says nothing of. */
  readonly isWidget: boolean
}

export interface Held {
  /** The caller as it is now: its role may have changed. */
  readonly user: UserRecord
  readonly message: HeldMessage
}

const HELD = statement(
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
 * Holds the realm still and reads a message that the caller may read. Throws "Invalid message(s)", the same
 * for one that does not exist and one the caller may not read.
 */
export async function holdMessage(
  tx: Tx,
  realm: RealmState,
  caller: UserRecord,
  id: MessageId,
): Promise<Held> {
  await realm.lockAndSync(tx)
  const user = realm.users.get(caller.id)!
  const [message] = await tx.run<HeldMessage & { reached: boolean }>(HELD, [user.id, id, realm.id])
  if (message === undefined || !mayRead(realm, user, message)) throw new ApiError('Invalid message(s)')
  return { user, message }
}
