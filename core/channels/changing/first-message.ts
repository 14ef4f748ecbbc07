import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { ChannelId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Channel } from '../../state/channels/entities.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import { emitChange } from '../../state/realm/changes.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { audiencesOf } from '../presenting/audience.ts'
import { channelVisibility } from '../presenting/visibility.ts'

const FIRST = statement(
  'channel.find-first-message',
  `UPDATE channel SET first_message_id =
     (SELECT id FROM message WHERE channel_id = $1 ORDER BY id LIMIT 1) -- message_channel
   WHERE id = $1 RETURNING first_message_id AS "firstMessageId"`,
)

/**
 * Finds a channel's first message again, after messages were moved or deleted, and emits it to everybody who
 * can see the channel when it is different. The organization is locked.
 */
export async function findFirstMessage(tx: Tx, realm: RealmState, id: ChannelId): Promise<void> {
  const [first] = await tx.run<Columns<typeof Channel, 'firstMessageId'>>(FIRST, [id])
  const former = realm.channels.get(id)!
  if (first === undefined || first.firstMessageId === former.firstMessageId) return
  const channel = { ...former, firstMessageId: first.firstMessageId }
  emitChange(tx, { type: '_channel', channel })
  emitFirstMessage(tx, realm, channel)
}

/** Emits a channel's first message to everybody who can see the channel. */
export function emitFirstMessage(tx: Tx, realm: RealmView, channel: ChannelRecord): void {
  const { id, name, firstMessageId } = channel
  const change = { stream_id: id, name, property: 'first_message_id', value: firstMessageId }
  const update = { type: 'stream', op: 'update', ...change, ...channelVisibility(channel) } as const
  for (const audience of audiencesOf(realm, channel)) tx.emit(update, audience)
}
