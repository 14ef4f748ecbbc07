import { z } from 'zod'
import { CHANNEL_GROUP_NAMES, type ChannelGroupWireName, wireNameOf } from '../channels/group-settings.ts'
import { groupSetting } from './group-setting.ts'

/** The group settings of a channel, each of this type. */
export const forEachGroup = <T>(type: T): Record<ChannelGroupWireName, T> =>
  Object.fromEntries(CHANNEL_GROUP_NAMES.map((name) => [wireNameOf(name), type])) as Record<
    ChannelGroupWireName,
    T
  >

/** spec.md "Channel object": `WireChannel`. */
export const channel = z.object({
  stream_id: z.int(),
  name: z.string(),
  is_archived: z.boolean(),
  description: z.string(),
  rendered_description: z.string(),
  date_created: z.int(),
  creator_id: z.int().nullable(),
  invite_only: z.boolean(),
  is_web_public: z.boolean(),
  stream_post_policy: z.int(),
  is_announcement_only: z.boolean(),
  message_retention_days: z.int().nullable(),
  history_public_to_subscribers: z.boolean(),
  first_message_id: z.int().nullable(),
  folder_id: z.int().nullable(),
  topics_policy: z.enum(['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only']),
  is_recently_active: z.boolean(),
  ...forEachGroup(groupSetting),
  subscriber_count: z.int(),
  stream_weekly_traffic: z.int().nullable(),
})

/** Present when the client asked for it. */
export const channelWithSubscribers = channel.extend({ subscribers: z.array(z.int()).readonly().optional() })

/** A channel as its subscriber sees it: `WireSubscription`. */
export const subscription = channelWithSubscribers.extend({
  color: z.string(),
  is_muted: z.boolean(),
  in_home_view: z.boolean(),
  pin_to_top: z.boolean(),
  desktop_notifications: z.boolean().nullable(),
  email_notifications: z.boolean().nullable(),
  wildcard_mentions_notify: z.boolean().nullable(),
  push_notifications: z.boolean().nullable(),
  audible_notifications: z.boolean().nullable(),
})
