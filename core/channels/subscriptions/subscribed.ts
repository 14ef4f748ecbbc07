import type { Caller } from '../../state/caller.ts'
import { type ChannelRecord, inNameOrder } from '../../state/channels/record.ts'
import { type SubscriptionSettings, settingsOf } from '../../state/channels/subscription-settings.ts'
import { readCurrent } from '../../state/realm/read-current.ts'

/** A channel with the settings of one of its subscribers. */
export interface SubscribedChannel {
  readonly channel: ChannelRecord
  readonly settings: SubscriptionSettings
}

/**
 * The active channels to which a user is subscribed, by name, including every change committed before the
 * call. One query. Throws `ActorChanged`.
 */
export async function subscribedChannels({ core, realm, user }: Caller): Promise<SubscribedChannel[]> {
  const rows = await readCurrent(core.db, realm, user, (sql) => settingsOf(sql, user.id))
  return rows
    .flatMap((settings) => {
      // Memory may lack a channel that was created after the call.
      const channel = realm.channels.get(settings.channelId)
      return channel === undefined ? [] : [{ settings, channel }]
    })
    .filter(({ settings, channel }) => settings.isActive && !channel.isArchived)
    .filter(({ channel }) => realm.membership.has(channel.id, user.id))
    .sort((a, b) => inNameOrder(a.channel, b.channel))
}
