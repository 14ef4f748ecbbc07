import { z } from 'zod'
import { wireDefaultGroup } from '../../core/state/channels/default-groups.ts'
import { canSeeChannel } from '../../core/state/channels/permissions.ts'
import type { ChannelRecord } from '../../core/state/channels/record.ts'
import { type SubscriptionRow, settingsOf } from '../../core/state/channels/subscription-settings.ts'
import { wireSettings } from '../../core/state/channels/wire.ts'
import { isGuest } from '../../core/state/users/record.ts'
import { channelWithSubscribers, subscription } from '../../core/state/wire/channel.ts'
import { defaultChannelGroup } from '../../core/state/wire/default-channel-group.ts'
import { jsonList } from '../http/json-text.ts'
import { withInherited } from '../wire/inherited-notifications.ts'
import { channelText } from './channel-text.ts'
import { type SliceInput, slice } from './slice.ts'

/** Every channel that the reader may see (spec.md: administrators get all private ones). */
export const channels = slice({
  wantedBy: 'stream',
  response: { streams: z.array(channelWithSubscribers) },
  read: (input) => ({ streams: listOf(input, visible(input)) }),
})

/** Channels that new users are subscribed to. */
export const defaultChannels = slice({
  wantedBy: 'default_streams',
  response: { realm_default_streams: z.array(channelWithSubscribers) },
  read: (input) => ({
    // spec.md: channel objects, as in `streams`; guests are not subscribed to them.
    realm_default_streams: isGuest(input.user)
      ? []
      : listOf(
          input,
          visible(input).filter((channel) => channel.isDefault),
        ),
  }),
})

/** Groups of channels for new users to choose from. Guests get none, as with default channels. */
export const defaultChannelGroups = slice({
  wantedBy: 'default_stream_groups',
  response: { realm_default_stream_groups: z.array(defaultChannelGroup) },
  read: ({ view, user }) => ({
    realm_default_stream_groups: isGuest(user) ? [] : view.lists.defaultChannelGroups.map(wireDefaultGroup),
  }),
})

/** The channels of the reader: subscribed, unsubscribed and never subscribed. */
export const subscriptions = slice({
  wantedBy: 'subscription',
  response: {
    subscriptions: z.array(subscription),
    unsubscribed: z.array(subscription),
    never_subscribed: z.array(channelWithSubscribers),
  },
  read: (input) => {
    // Read at once, because the view changes while the rows are read.
    const known = new Map(visible(input).map((channel) => [channel.id, textOf(input, channel)]))
    return async (sql) => {
      const rows = await settingsOf(sql, input.user.id)
      const takesNull = input.request.capabilities.notification_settings_null === true
      const present = (wanted: (row: SubscriptionRow) => boolean) =>
        rows.filter(wanted).flatMap((row) => {
          const text = known.get(row.channel)
          if (text === undefined) return []
          const settings = wireSettings(row)
          const sent = takesNull ? settings : withInherited(settings, input.user.settings)
          return [`{${text},${JSON.stringify(sent).slice(1)}`]
        })
      const state = {
        subscriptions: jsonList(present((row) => row.isActive)),
        unsubscribed: jsonList(present((row) => !row.isActive)),
      }
      for (const row of rows) known.delete(row.channel)
      return { ...state, never_subscribed: jsonList([...known.values()].map((text) => `{${text}}`)) }
    }
  },
})

/** Clients get archived channels only with the capability `archived_channels`. */
function visible({ view, user, request }: SliceInput): ChannelRecord[] {
  const withArchived = request.capabilities.archived_channels ?? false
  return [...view.channels].filter(
    (channel) => (withArchived || !channel.isArchived) && canSeeChannel(view, user, channel),
  )
}

const listOf = (input: SliceInput, list: readonly ChannelRecord[]) =>
  jsonList(list.map((channel) => `{${textOf(input, channel)}}`))

/** Includes all subscribers also for `partial`, which allows fewer but does not require it. */
const textOf = ({ view, request }: SliceInput, channel: ChannelRecord): string =>
  channelText(view, channel, request.includeSubscribers !== 'false')
