import { findFirstMessage } from '../../channels/changing/first-message.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { MessageId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { mayNotifyDevices } from '../../state/realm/record.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { emitToReaders } from '../messages/audience.ts'
import type { LockedMessage } from '../messages/lock-message.ts'
import { retractDeleted } from '../push/pushed.ts'
import { emitStarsRemoved, loadStars } from '../reads/removed-stars.ts'
import { releaseUploads } from '../uploads/claims.ts'
import { lockForDeletion } from './row-locks.ts'
import { deletionEvents } from './update-event.ts'

// message_pkey; the cascade to flags, reactions and submessages uses message_flag_message, reaction_pkey and
// submessage_message.
const DELETE = statement('message.delete', 'DELETE FROM message WHERE id = ANY ($1::int8[])')

/**
 * Deletes messages of one conversation with their flags, reactions and submessages. Emits the deletion to the
 * users who got the messages and to the actor, if there is one. Others who had starred a message get an event
 * that the star was removed. Call it with the organization locked.
 */
export async function removeMessages(
  tx: Tx,
  realm: RealmState,
  actor: UserId | undefined,
  conversation: Pick<LockedMessage, 'channelId' | 'topic' | 'participantIds'>,
  messages: readonly MessageId[],
): Promise<void> {
  await lockForDeletion(tx, messages)
  await releaseUploads(tx, messages)
  if (mayNotifyDevices(realm.record)) await retractDeleted(tx, messages)
  const stars = await loadStars(tx, messages)
  // spec.md, feature level 274: the actor always gets the event.
  const isInAudience = await emitToReaders(
    tx,
    realm,
    conversation,
    messages,
    actor,
    ...deletionEvents(messages, conversation),
  )
  await tx.run(DELETE, [messages])
  emitStarsRemoved(
    tx,
    stars.filter(({ userId }) => !isInAudience(userId)),
  )
  if (conversation.channelId !== null) await findFirstMessage(tx, realm, conversation.channelId)
}
