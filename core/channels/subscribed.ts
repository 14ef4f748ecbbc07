import type { Caller } from '../state/caller.ts'
import { inNameOrder } from '../state/channels/record.ts'
import { settingsOf } from '../state/channels/subscription-settings.ts'
import { type WireSubscription, wireSubscription } from '../state/channels/wire.ts'

/**
 * The active channels to which a user is subscribed, by name, including every change committed before the
 * call. Two queries.
 */
export async function subscribedChannels(
  { core, realm, user }: Caller,
  withSubscribers: boolean,
): Promise<WireSubscription[]> {
  const rows = await settingsOf(core.db, user.id)
  await realm.sync() // after them, so that memory knows every channel they name
  return rows
    .map((settings) => ({ settings, channel: realm.channels.get(settings.channelId)! }))
    .filter(({ settings, channel }) => settings.isActive && !channel.isArchived)
    .filter(({ channel }) => realm.membership.has(channel.id, user.id))
    .sort((a, b) => inNameOrder(a.channel, b.channel))
    .map(({ settings, channel }) =>
      wireSubscription(
        realm,
        channel,
        settings,
        realm.membership.activeSubscribers(channel.id),
        withSubscribers,
      ),
    )
}
