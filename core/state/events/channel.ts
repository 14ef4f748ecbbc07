import { z } from 'zod'
import { channel, subscription } from '../wire/channel.ts'
import { groupSetting } from '../wire/group-setting.ts'
import { type EventDeclarations, forSomeClients } from './event.ts'

const WHO_MAY_KNOW = 'Everyone who may know of the channel'

const peers = {
  receivedBy: 'Everyone who may know who is subscribed to the channels, but the users themselves.',
  fields: { stream_ids: z.array(z.int()).readonly(), user_ids: z.array(z.int()).readonly() },
  logged: forSomeClients,
  variesBy: ['archived_channels'],
} as const

/** Channels and subscriptions to them. */
export const channelEvents = {
  'stream/create': {
    receivedBy: 'Everyone who may know of the channels from now on.',
    fields: { streams: z.array(channel).readonly() },
    logged: forSomeClients,
    variesBy: ['archived_channels'],
  },
  'stream/update': {
    receivedBy: `${WHO_MAY_KNOW}, before the change and after it.`,
    fields: {
      stream_id: z.int(),
      /** Before the change. */
      name: z.string(),
      property: z.string(),
      value: z.union([z.boolean(), z.int(), z.string(), groupSetting]).nullable(),
      /** Beside `description`. */
      rendered_description: z.string().optional(),
      /** Beside `invite_only`. */
      history_public_to_subscribers: z.boolean().optional(),
      is_web_public: z.boolean().optional(),
    },
    logged: forSomeClients,
    variesBy: ['archived_channels'],
  },
  'stream/delete': {
    receivedBy: 'Everyone who may know of the channels no more.',
    fields: {
      streams: z.array(z.object({ stream_id: z.int() })).readonly(),
      stream_ids: z.array(z.int()).readonly(),
    },
    logged: forSomeClients,
    variesBy: ['archived_channels'],
  },
  'subscription/add': {
    receivedBy: 'The users who are subscribed from now on.',
    fields: { subscriptions: z.array(subscription).readonly() },
    logged: forSomeClients,
    variesBy: ['archived_channels', 'notification_settings_null', 'the reader'],
  },
  'subscription/remove': {
    receivedBy: 'The users who are subscribed no more.',
    fields: { subscriptions: z.array(z.object({ stream_id: z.int(), name: z.string() })).readonly() },
  },
  'subscription/update': {
    receivedBy: 'The subscriber who changed how it sees the channel.',
    fields: {
      stream_id: z.int(),
      property: z.string(),
      value: z.union([z.boolean(), z.string()]).nullable(),
    },
  },
  'subscription/peer_add': peers,
  'subscription/peer_remove': peers,
} as const satisfies EventDeclarations
