import type { Caller } from '../state/caller.ts'
import { type ChannelRecord, inNameOrder } from '../state/channels/record.ts'
import { type SubscriptionSettings, settingsOf } from '../state/channels/subscription-settings.ts'

/** A channel with the settings of one of its subscribers. */
export interface SubscribedChannel {
  readonly channel: ChannelRecord
  readonly settings: SubscriptionSettings
}

/**
 * The active channels to which a user is subscribed, by name, including every change committed before the
 * call. Two queries.
 */
export async function subscribedChannels({ core, realm, user }: Caller): Promise<SubscribedChannel[]> {
  const rows = await settingsOf(core.db, user.id)
  await realm.sync() // after them, so that memory knows every channel they name
  return rows
    .map((settings) => ({ settings, channel: realm.channels.get(settings.channelId)! }))
    .filter(({ settings, channel }) => settings.isActive && !channel.isArchived)
    .filter(({ channel }) => realm.membership.has(channel.id, user.id))
    .sort((a, b) => inNameOrder(a.channel, b.channel))
}
