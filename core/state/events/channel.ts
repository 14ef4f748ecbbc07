import { z } from 'zod'
import { channel, subscription } from '../wire/channel.ts'
import { groupSetting } from '../wire/group-setting.ts'
import { type EventDeclarations, forSomeClients } from './event.ts'

const stream_id = z.int().describe('The id of the channel.')
const WHO_MAY_KNOW = 'Everyone who may know of the channel'

const peers = {
  receivedBy: 'Everyone who may know who is subscribed to the channels, but the users themselves.',
  fields: {
    stream_ids: z.array(z.int()).readonly().describe('The channels whose subscribers changed.'),
    user_ids: z.array(z.int()).readonly().describe('The users who were subscribed or unsubscribed.'),
  },
  logged: forSomeClients,
  variesBy: ['archived_channels'],
} as const

/** Channels and subscriptions to them. */
export const channelEvents = {
  'stream/create': {
    sentWhen: 'A channel was created, or became visible to the reader.',
    receivedBy: 'Everyone who may know of the channels from now on.',
    fields: { streams: z.array(channel).readonly().describe('The channels.') },
    logged: forSomeClients,
    variesBy: ['archived_channels'],
  },
  'stream/update': {
    sentWhen: 'A property of a channel changed, by a user or by the server.',
    receivedBy: `${WHO_MAY_KNOW}, before the change and after it.`,
    fields: {
      stream_id,
      name: z.string().describe('The name before the change.'),
      property: z.string().describe('The name of the property that changed.'),
      value: z
        .union([z.boolean(), z.int(), z.string(), groupSetting])
        .nullable()
        .describe('The new value of the property.'),
      rendered_description: z
        .string()
        .optional()
        .describe('The description as HTML. Only when `property` is `description`.'),
      history_public_to_subscribers: z
        .boolean()
        .optional()
        .describe(
          'Whether new subscribers can read earlier messages. Only when `property` is `invite_only`.',
        ),
      is_web_public: z
        .boolean()
        .optional()
        .describe(
          'Whether everyone on the Internet can read the channel. Only when `property` is `invite_only`.',
        ),
    },
    logged: forSomeClients,
    variesBy: ['archived_channels'],
  },
  'stream/delete': {
    sentWhen: 'A channel is no longer visible to the reader.',
    receivedBy: 'Everyone who may know of the channels no more.',
    fields: {
      streams: z
        .array(z.object({ stream_id }))
        .readonly()
        .describe('The channels. Deprecated: use `stream_ids`.'),
      stream_ids: z.array(z.int()).readonly().describe('The ids of the channels.'),
    },
    logged: forSomeClients,
    variesBy: ['archived_channels'],
  },
  'subscription/add': {
    sentWhen: 'The reader was subscribed to channels.',
    receivedBy: 'The users who are subscribed from now on.',
    fields: { subscriptions: z.array(subscription).readonly().describe('The channels.') },
    logged: forSomeClients,
    variesBy: ['archived_channels', 'notification_settings_null', 'the reader'],
  },
  'subscription/remove': {
    sentWhen: 'The reader was unsubscribed from channels.',
    receivedBy: 'The users who are subscribed no more.',
    fields: {
      subscriptions: z
        .array(z.object({ stream_id, name: z.string().describe('The name of the channel.') }))
        .readonly()
        .describe('The channels.'),
    },
  },
  'subscription/update': {
    sentWhen: 'A personal setting of a subscribed channel changed, such as its color.',
    receivedBy: 'The subscriber who changed how it sees the channel.',
    fields: {
      stream_id,
      property: z.string().describe('The name of the setting that changed.'),
      value: z
        .union([z.boolean(), z.string()])
        .nullable()
        .describe('The new value. Null: as the notification settings of the user say.'),
    },
  },
  'subscription/peer_add': {
    sentWhen: 'Other users were subscribed to channels, or the reader may see the subscribers from now on.',
    ...peers,
  },
  'subscription/peer_remove': {
    ...peers,
    sentWhen: 'Other users were unsubscribed from channels.',
    receivedBy:
      'Everyone who may know who is subscribed to the channels, but the users themselves unless more than 50 are unsubscribed together.',
  },
} as const satisfies EventDeclarations
