import { findFirstMessage } from '../../channels/first-message.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Tx } from '../../platform/db/transact.ts'
import type { MessageId, UserId } from '../../platform/ids.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { retractDeleted } from '../push/pushed.ts'
import { emitStarsRemoved, loadStars } from '../reads/removed-stars.ts'
import { releaseUploads } from '../uploads/claims.ts'
import { emitToReaders } from './audience.ts'
import type { LockedMessage } from './lock-message.ts'
import { lockForDeletion } from './row-locks.ts'
import { deletionEvents } from './update-event.ts'

// message_pkey; flags, reactions and submessages go along by message_flag_message, reaction_pkey and
// submessage_message.
const DELETE = statement('message.delete', 'DELETE FROM message WHERE id = ANY ($1::int8[])')

/**
 * Deletes messages of one conversation, with whatever anyone noted on them, and tells whom they reached, and whoever
 * deletes them, if anybody does; who had starred one and does not hear of it, that the star is gone. The realm is
 * held still.
 */
export async function removeMessages(
  tx: Tx,
  realm: RealmState,
  actor: UserId | undefined,
  place: Pick<LockedMessage, 'channel' | 'topic' | 'participants'>,
  messages: readonly MessageId[],
): Promise<void> {
  await lockForDeletion(tx, messages)
  await releaseUploads(tx, messages)
  if (realm.record.isPushEnabled) await retractDeleted(tx, messages)
  const stars = await loadStars(tx, messages)
  // spec.md, feature level 274: to the actor in any case.
  const isTold = await emitToReaders(tx, realm, place, messages, actor, ...deletionEvents(messages, place))
  await tx.run(DELETE, [messages])
  emitStarsRemoved(
    tx,
    stars.filter(({ user }) => !isTold(user)),
  )
  if (place.channel !== null) await findFirstMessage(tx, realm, place.channel)
}
