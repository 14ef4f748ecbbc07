import { statement } from '../../platform/db/statements/statement.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import { SUBSCRIPTION_COLUMNS, type SubscriberRow } from '../../state/channels/subscription-settings.ts'
import type { Stored } from '../../state/events/catalogue.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { audiencesOf } from '../presenting/audience.ts'
import {
  ARCHIVED_CHANNELS,
  deletion,
  emitAppearance,
  visibilityBeforeAndAfter,
} from '../presenting/visibility.ts'
import { emitSubscribed } from '../subscriptions/subscribe.ts'
import { emitPoliciesOf } from '../user-topics/restore.ts'

/** Emits that a channel was archived. */
export function emitArchived(tx: Tx, realm: RealmState, channel: ChannelRecord): void {
  for (const audience of audiencesOf(realm, channel)) {
    tx.emit({ ...archived(channel), _with: ARCHIVED_CHANNELS }, audience)
    tx.emit({ ...deletion(channel), _without: ARCHIVED_CHANNELS }, audience)
  }
}

const OF_CHANNEL = statement(
  'subscription.of-channel',
  // subscription_channel
  `SELECT user_id AS "userId", ${SUBSCRIPTION_COLUMNS} FROM subscription WHERE channel_id = $1 AND is_active`,
)

/**
 * Emits that a channel is active again. It is new to clients that do not know archived channels. Topic
 * policies are emitted again, because register omits the policies of archived channels.
 */
export async function emitUnarchived(tx: Tx, realm: RealmState, channel: ChannelRecord): Promise<void> {
  for (const audience of audiencesOf(realm, channel)) {
    tx.emit({ ...archived(channel), _with: ARCHIVED_CHANNELS }, audience)
  }
  const unaware = { _without: ARCHIVED_CHANNELS } as const
  const subscribers = realm.membership.activeSubscribers(channel.id)
  const { kept } = visibilityBeforeAndAfter(realm, channel, channel)
  emitAppearance(tx, realm, channel, kept, unaware)
  const rows = await tx.run<SubscriberRow>(OF_CHANNEL, [channel.id])
  emitSubscribed(tx, realm, channel, rows, subscribers, unaware)
  await emitPoliciesOf(tx, channel.id)
}

const archived = (channel: ChannelRecord): Stored<'stream/update'> => ({
  type: 'stream',
  op: 'update',
  stream_id: channel.id,
  name: channel.name,
  property: 'is_archived',
  value: channel.isArchived,
})
