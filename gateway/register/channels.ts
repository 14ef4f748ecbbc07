import { z } from 'zod'
import { wireSettings } from '../../core/channels/presenting/wire.ts'
import type { ChannelId } from '../../core/platform/ids.ts'
import { canSeeChannel, canSpectate } from '../../core/state/access/channel-permissions.ts'
import { wireDefaultGroup } from '../../core/state/channels/default-group.ts'
import { type SubscriptionRow, settingsOf } from '../../core/state/channels/subscription-settings.ts'
import { isGuest } from '../../core/state/users/record.ts'
import { SPECTATOR } from '../../core/state/users/spectator.ts'
import { channelWithSubscribers, subscription } from '../../core/state/wire/channel.ts'
import { defaultChannelGroup } from '../../core/state/wire/default-channel-group.ts'
import { jsonList } from '../http/reply/json-text.ts'
import { ChannelLists, channelList } from '../wire/channel-lists.ts'
import { type ChannelText, channelNow, spectatedChannelText, textOf } from '../wire/channel-text.ts'
import { withInherited } from '../wire/inherited-notifications.ts'
import { type SliceInput, slice } from './slice.ts'

const NONE: ReadonlySet<ChannelId> = new Set()

/** Every channel that the reader may see (spec.md: administrators see all private channels). */
export const channels = slice({
  selectedBy: 'stream',
  response: { streams: z.array(channelWithSubscribers).describe('The channels that you may see.') },
  read: (input) => ({
    streams:
      input.user === SPECTATOR
        ? spectatedChannels(input)
        : visibleTo(input).listWithout(NONE, hasSubscribers(input)),
  }),
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
      : channelList(visibleDefaults(input), hasSubscribers(input)),
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
    if (input.user === SPECTATOR)
      return { subscriptions: [], unsubscribed: [], never_subscribed: spectatedChannels(input) }
    // The texts are taken before the query, because the view changes while the query runs.
    const channels = visibleTo(input)
    const withSubscribers = hasSubscribers(input)
    return async (sql) => {
      const rows = await settingsOf(sql, input.user.id)
      const acceptsNull = input.request.capabilities.notification_settings_null === true
      const textsWhere = (matches: (row: SubscriptionRow) => boolean) =>
        rows.filter(matches).flatMap((row) => {
          const channel = channels.get(row.channelId)
          if (channel === undefined) return []
          const text = textOf(channel, withSubscribers)
          const settings = wireSettings(row)
          const sent = acceptsNull ? settings : withInherited(settings, input.user.settings)
          return [`{${text},${JSON.stringify(sent).slice(1)}`]
        })
      const everSubscribed = new Set(rows.map((row) => row.channelId))
      return {
        subscriptions: jsonList(textsWhere((row) => row.isActive)),
        unsubscribed: jsonList(textsWhere((row) => !row.isActive)),
        never_subscribed: channels.listWithout(everSubscribed, withSubscribers),
      }
    }
  },
})

/** The channels that spectators may read. */
const spectatedChannels = (input: SliceInput) =>
  jsonList(
    input.view.channels.kinds.webPublic
      .filter((channel) => canSpectate(input.view, channel))
      .map((channel) => `{${spectatedChannelText(input.view, channel)}}`),
  )

/** The channels that the reader may see. */
const visibleTo = (input: SliceInput) => ChannelLists.of(input.view, input.user, knowsArchived(input))

function visibleDefaults(input: SliceInput): ChannelText[] {
  const { view, user } = input
  return view.channels.kinds.defaults
    .filter((channel) => (knowsArchived(input) || !channel.isArchived) && canSeeChannel(view, user, channel))
    .map((channel) => channelNow(view, channel))
}

/** Whether the client knows archived channels (spec.md `client_capabilities`). */
export const knowsArchived = ({ request }: SliceInput): boolean =>
  request.capabilities.archived_channels ?? false

/** The value `partial` allows an incomplete list of subscribers; the list is complete all the same. */
const hasSubscribers = ({ request }: SliceInput) => request.includeSubscribers !== 'false'
