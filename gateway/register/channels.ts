import { z } from 'zod'
import { canSeeChannel } from '../../core/channels/permissions.ts'
import type { ChannelRecord } from '../../core/channels/record.ts'
import { type SubscriptionRow, settingsOf } from '../../core/channels/subscription-settings.ts'
import { wireChannel, wireSubscription } from '../../core/channels/wire.ts'
import { isGuest } from '../../core/users/record.ts'
import { channelWithSubscribers, subscription } from '../wire/channel.ts'
import { withInherited } from '../wire/inherited-notifications.ts'
import { type SliceInput, slice } from './slice.ts'

/** Every channel the reader may know of (spec.md: administrators get all private ones). */
export const channels = slice({
  wantedBy: 'stream',
  response: { streams: z.array(channelWithSubscribers) },
  read: (input) => ({
    streams: visible(input).map((channel) => ({
      ...described(input, channel),
      ...subscribersOf(input, channel),
    })),
  }),
})

/** Channels that new users are subscribed to. */
export const defaultChannels = slice({
  wantedBy: 'default_streams',
  response: { realm_default_streams: z.array(channelWithSubscribers) },
  read: (input) => ({
    // spec.md: channel objects, as in `streams`; guests are not subscribed to them.
    realm_default_streams: isGuest(input.user)
      ? []
      : visible(input)
          .filter((channel) => channel.isDefault)
          .map((channel) => ({ ...described(input, channel), ...subscribersOf(input, channel) })),
  }),
})

/** The reader's channels: subscribed, left, and never joined. */
export const subscriptions = slice({
  wantedBy: 'subscription',
  response: {
    subscriptions: z.array(subscription),
    unsubscribed: z.array(subscription),
    never_subscribed: z.array(channelWithSubscribers),
  },
  read: (input) => {
    const subscribers = input.view.membership
    const withSubscribers = input.request.includeSubscribers !== 'false'
    // Taken now: the view moves on while the rows are read.
    const known = new Map(
      visible(input).map((channel) => [
        channel.id,
        { channel, subscribers: new Set(subscribers.subscribers(channel.id)) },
      ]),
    )
    return async (sql) => {
      const rows = await settingsOf(sql, input.user.id)
      const present = (wanted: (row: SubscriptionRow) => boolean) =>
        rows.filter(wanted).flatMap((row) => {
          const found = known.get(row.channel)
          if (found === undefined) return []
          const { channel, subscribers } = found
          const wire = wireSubscription(input.view, channel, row, subscribers, withSubscribers)
          const takesNull = input.request.capabilities.notification_settings_null === true
          return [takesNull ? wire : withInherited(wire, input.user.settings)]
        })
      const state = {
        subscriptions: present((row) => row.isActive),
        unsubscribed: present((row) => !row.isActive),
      }
      for (const row of rows) known.delete(row.channel)
      return {
        ...state,
        never_subscribed: [...known.values()].map(({ channel, subscribers }) => ({
          ...wireChannel(input.view, channel, subscribers.size),
          ...(withSubscribers && { subscribers: [...subscribers].sort((a, b) => a - b) }),
        })),
      }
    }
  },
})

/** Archived channels are told of to clients that know of such (`archived_channels`). */
function visible({ view, user, request }: SliceInput): ChannelRecord[] {
  const withArchived = request.capabilities.archived_channels ?? false
  return [...view.channels].filter(
    (channel) => (withArchived || !channel.isArchived) && canSeeChannel(view, user, channel),
  )
}

const described = ({ view }: SliceInput, channel: ChannelRecord) =>
  wireChannel(view, channel, view.membership.subscribers(channel.id).size)

/** `subscribers` when asked for; all of them also for `partial`, which allows but does not ask for fewer. */
function subscribersOf({ view, request }: SliceInput, channel: ChannelRecord): { subscribers?: number[] } {
  if (request.includeSubscribers === 'false') return {}
  return { subscribers: [...view.membership.subscribers(channel.id)].sort((a, b) => a - b) }
}
