import { canSeeChannel } from '../../core/channels/permissions.ts'
import type { ChannelRecord } from '../../core/channels/record.ts'
import { type SubscriptionRecord, subscriptionsOf } from '../../core/channels/subscriptions.ts'
import { wireChannel, wireSubscription } from '../../core/channels/wire.ts'
import { isGuest } from '../../core/users/record.ts'
import type { Slice, SliceInput } from './slice.ts'

/** Every channel the reader may know of (spec.md: administrators get all private ones). */
export const channels: Slice = {
  wantedBy: 'stream',
  read: (input) => ({
    streams: visible(input).map((channel) => ({ ...described(input, channel), ...subscribersOf(input, channel) })),
  }),
}

/** Channels that new users are subscribed to. */
export const defaultChannels: Slice = {
  wantedBy: 'default_streams',
  read: ({ view, user }) => ({
    realm_default_streams: isGuest(user)
      ? []
      : [...view.channels].filter((channel) => channel.isDefault && !channel.isArchived).map((channel) => channel.id),
  }),
}

/** The reader's channels: subscribed, left, and never joined. */
export const subscriptions: Slice = {
  wantedBy: 'subscription',
  read: (input) => {
    const known = new Map(
      visible(input).map((channel) => [
        channel.id,
        { channel, count: input.view.membership.subscribers(channel.id).size, ...subscribersOf(input, channel) },
      ]),
    )
    return async (sql) => {
      const rows = await subscriptionsOf(sql, input.user.id)
      const present = (wanted: (row: SubscriptionRecord) => boolean) =>
        rows.filter(wanted).flatMap((row) => {
          const found = known.get(row.channel)
          if (found === undefined) return []
          const { channel, count, ...subscribers } = found
          return [{ ...wireSubscription(channel, count, row), ...subscribers }]
        })
      const subscriptions = present((row) => row.isActive)
      const unsubscribed = present((row) => !row.isActive)
      for (const row of rows) known.delete(row.channel)
      return {
        subscriptions,
        unsubscribed,
        never_subscribed: [...known.values()].map(({ channel, count, ...subscribers }) => ({
          ...wireChannel(channel, count),
          ...subscribers,
        })),
      }
    }
  },
}

function visible({ view, user }: SliceInput): ChannelRecord[] {
  return [...view.channels].filter((channel) => !channel.isArchived && canSeeChannel(view, user, channel))
}

const described = ({ view }: SliceInput, channel: ChannelRecord) =>
  wireChannel(channel, view.membership.subscribers(channel.id).size)

/** `subscribers` when asked for; all of them also for `partial`, which allows but does not ask for fewer. */
function subscribersOf({ view, request }: SliceInput, channel: ChannelRecord): { subscribers?: number[] } {
  if (request.includeSubscribers === 'false') return {}
  return { subscribers: [...view.membership.subscribers(channel.id)].sort((a, b) => a - b) }
}
