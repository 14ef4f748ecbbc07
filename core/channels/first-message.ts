import { statement } from '../platform/db/statement.ts'
import type { Tx } from '../platform/db/transact.ts'
import type { ChannelId, MessageId } from '../platform/ids.ts'
import { audiencesOf } from '../state/channels/audience.ts'
import { channelVisibility } from '../state/channels/visibility.ts'
import { emitChange } from '../state/realm/changes.ts'
import type { RealmState } from '../state/realm/state.ts'

const FIRST = statement(
  'channel.find-first-message',
  `UPDATE channel SET first_message_id =
     (SELECT id FROM message WHERE channel_id = $1 ORDER BY id LIMIT 1) -- message_channel
   WHERE id = $1 RETURNING first_message_id AS id`,
)

/**
 * Finds a channel's first message anew, after messages were moved or deleted, and tells everyone who may know
 * of the channel when it is another. The realm is held still.
 */
export async function findFirstMessage(tx: Tx, realm: RealmState, id: ChannelId): Promise<void> {
  const [first] = await tx.run<{ id: MessageId | null }>(FIRST, [id])
  const former = realm.channels.get(id)!
  if (first === undefined || first.id === former.firstMessageId) return
  const channel = { ...former, firstMessageId: first.id }
  emitChange(tx, { type: '_channel', channel })
  const property = { property: 'first_message_id', value: first.id }
  const forWhom = channelVisibility(channel)
  const update = { type: 'stream', op: 'update', stream_id: id, name: channel.name, ...property, ...forWhom }
  for (const audience of audiencesOf(realm, channel)) tx.emit(update, audience)
}
