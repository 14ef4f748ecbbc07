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
import { channelList, channelNow, textOf } from '../wire/channel-text.ts'
import { withInherited } from '../wire/inherited-notifications.ts'
import { type SliceInput, slice } from './slice.ts'

/** Every channel that the reader may see (spec.md: administrators see all private channels). */
export const channels = slice({
  selectedBy: 'stream',
  response: { streams: z.array(channelWithSubscribers).describe('The channels that you may see.') },
  read: (input) => ({ streams: listOf(input, visibleChannels(input)) }),
})

/** Channels that new users are subscribed to. */
export const defaultChannels = slice({
  selectedBy: 'default_streams',
  response: {
    realm_default_streams: z
      .array(channelWithSubscribers)
      .describe('The channels to which new users are subscribed. Empty for guests.'),
  },
  read: (input) => ({
    // spec.md: channel objects, as in `streams`. Guests are not subscribed to default channels.
    realm_default_streams: isGuest(input.user)
      ? []
      : listOf(
          input,
          visibleChannels(input).filter((channel) => channel.isDefault),
        ),
  }),
})

/** Groups of channels for new users to choose from. Guests get none, as with default channels. */
export const defaultChannelGroups = slice({
  selectedBy: 'default_stream_groups',
  response: {
    realm_default_stream_groups: z
      .array(defaultChannelGroup)
      .describe('Groups of channels for new users to choose from. Empty for guests.'),
  },
  read: ({ view, user }) => ({
    realm_default_stream_groups: isGuest(user) ? [] : view.lists.defaultChannelGroups.map(wireDefaultGroup),
  }),
})

/** The channels of the reader: subscribed, unsubscribed and never subscribed. */
export const subscriptions = slice({
  selectedBy: 'subscription',
  response: {
    subscriptions: z.array(subscription).describe('The channels that you are subscribed to.'),
    unsubscribed: z.array(subscription).describe('The channels that you have left and may see.'),
    never_subscribed: z.array(channelWithSubscribers).describe('The other channels that you may see.'),
  },
  read: (input) => {
    // The texts are made before the query, because the view changes while the query runs.
    const texts = textsOf(input, visibleChannels(input))
    const withSubscribers = hasSubscribers(input)
    return async (sql) => {
      const rows = await settingsOf(sql, input.user.id)
      const acceptsNull = input.request.capabilities.notification_settings_null === true
      const textsWhere = (matches: (row: SubscriptionRow) => boolean) =>
        rows.filter(matches).flatMap((row) => {
          const channel = texts.get(row.channelId)
          if (channel === undefined) return []
          const text = textOf(channel, withSubscribers)
          const settings = wireSettings(row)
          const sent = acceptsNull ? settings : withInherited(settings, input.user.settings)
          return [`{${text},${JSON.stringify(sent).slice(1)}`]
        })
      const state = {
        subscriptions: jsonList(textsWhere((row) => row.isActive)),
        unsubscribed: jsonList(textsWhere((row) => !row.isActive)),
      }
      for (const row of rows) texts.delete(row.channelId)
      return { ...state, never_subscribed: channelList([...texts.values()], withSubscribers) }
    }
  },
})

/** The channels that the reader may see. Archived channels need the client capability `archived_channels`. */
function visibleChannels({ view, user, request }: SliceInput): ChannelRecord[] {
  const withArchived = request.capabilities.archived_channels ?? false
  return [...view.channels].filter(
    (channel) => (withArchived || !channel.isArchived) && canSeeChannel(view, user, channel),
  )
}

const listOf = (input: SliceInput, list: readonly ChannelRecord[]) =>
  channelList([...textsOf(input, list).values()], hasSubscribers(input))

const textsOf = ({ view }: SliceInput, list: readonly ChannelRecord[]) =>
  new Map(list.map((channel) => [channel.id, channelNow(view, channel)]))

/** The value `partial` allows an incomplete list of subscribers; the list is complete all the same. */
const hasSubscribers = ({ request }: SliceInput) => request.includeSubscribers !== 'false'
