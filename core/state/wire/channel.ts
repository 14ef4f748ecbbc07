import { z } from 'zod'
import {
  CHANNEL_GROUP_NAMES,
  type ChannelGroupWireName,
  ruleOf,
  wireNameOf,
} from '../channels/group-settings.ts'
import type { SettingName } from '../users/settings.ts'
import { groupSetting } from './group-setting.ts'

/** The permissions in a channel. */
const permissions = Object.fromEntries(
  CHANNEL_GROUP_NAMES.map((name) => [wireNameOf(name), groupSetting.describe(ruleOf(name).description)]),
) as Record<ChannelGroupWireName, typeof groupSetting>

/** spec.md "Channel object": `WireChannel`. */
export const channel = z
  .object({
    stream_id: z.int().describe('The id of the channel.'),
    name: z.string().describe('The name of the channel.'),
    is_archived: z.boolean().describe('Nobody can send messages to an archived channel.'),
    description: z.string().describe('The description in Markdown.'),
    rendered_description: z.string().describe('The description as HTML.'),
    date_created: z.int().describe('When the channel was created, in Unix seconds.'),
    creator_id: z.int().nullable().describe('The user who created the channel; null when not known.'),
    invite_only: z.boolean().describe('Whether the channel is private.'),
    is_web_public: z.boolean().describe('Whether anyone may read it without an account.'),
    stream_post_policy: z
      .int()
      .describe(
        'Deprecated: see `can_send_message_group`. Who may post: 1 everyone, 2 administrators, 3 full members, 4 moderators; for other groups the next larger one.',
      ),
    is_announcement_only: z
      .boolean()
      .describe('Deprecated: see `can_send_message_group`. Whether `stream_post_policy` is 2.'),
    message_retention_days: z
      .int()
      .nullable()
      .describe(
        'Days until messages are deleted. Null inherits the value of the organization, -1 keeps them.',
      ),
    history_public_to_subscribers: z
      .boolean()
      .describe('Whether subscribers may read messages from before they subscribed.'),
    first_message_id: z.int().nullable().describe('The oldest message; null for an empty channel.'),
    folder_id: z.int().nullable().describe('The folder that the channel is in; null for none.'),
    topics_policy: z
      .enum(['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'])
      .describe(
        'Which topics messages may have: `allow_empty_topic` any, `disable_empty_topic` only topics with a name, `empty_topic_only` only the one without a name, `inherit` as the organization says.',
      ),
    is_recently_active: z
      .boolean()
      .describe('Whether there were messages lately. Clients may fold other channels.'),
    ...permissions,
    subscriber_count: z.int().describe('The number of subscribers, without deactivated users.'),
    stream_weekly_traffic: z
      .int()
      .nullable()
      .describe('Messages in an average week; null when the channel is too young to tell.'),
  })
  .meta({ id: 'Channel', description: 'A channel. Older names call it a stream.' })

const subscribers = {
  subscribers: z
    .array(z.int())
    .readonly()
    .optional()
    .describe('User ids. Present when the client asked for it.'),
}

/** Present when the client asked for it. */
export const channelWithSubscribers = channel
  .extend(subscribers)
  .meta({ id: 'ChannelWithSubscribers', description: 'A channel that the reader is not subscribed to.' })

/** A notification setting of the channel, which inherits a setting of the user while it is null. */
const notifications = (what: string, inherited: SettingName) =>
  z.boolean().nullable().describe(`${what} Null inherits \`${inherited}\` of the user.`)

/** A channel as its subscriber sees it: `WireSubscription`. */
export const subscription = channel
  .extend({
    ...subscribers,
    color: z.string().describe("The subscriber's colour of the channel, such as `#76ce90`."),
    is_muted: z.boolean().describe('Whether the subscriber muted the channel.'),
    in_home_view: z.boolean().describe('Deprecated: the opposite of `is_muted`.'),
    pin_to_top: z.boolean().describe('Whether clients show the channel before the others.'),
    desktop_notifications: notifications(
      'Whether messages to the channel cause desktop notifications.',
      'enable_stream_desktop_notifications',
    ),
    email_notifications: notifications(
      'Whether messages to the channel cause emails.',
      'enable_stream_email_notifications',
    ),
    wildcard_mentions_notify: notifications(
      'Whether mentions of everyone in the channel notify like a mention of the user.',
      'wildcard_mentions_notify',
    ),
    push_notifications: notifications(
      'Whether messages to the channel cause mobile notifications.',
      'enable_stream_push_notifications',
    ),
    audible_notifications: notifications(
      'Whether messages to the channel play a sound.',
      'enable_stream_audible_notifications',
    ),
  })
  .meta({ id: 'Subscription', description: 'A channel as its subscriber sees it.' })
