import { z } from 'zod'
import {
  MAX_CHANNEL_DESCRIPTION_LENGTH,
  MAX_CHANNEL_NAME_LENGTH,
  MAX_CHANNELS_PER_REQUEST,
  MAX_NEW_CHANNELS_PER_REQUEST,
  MAX_SUBSCRIPTIONS_PER_REQUEST,
  MAX_USERS_PER_REQUEST,
} from '../../../config/limits.ts'
import {
  cannotAccessChannels,
  invalidColor,
  nothingToJoinOrLeave,
  notSubscribed,
  tooManyNewChannels,
  tooManySubscriptions,
} from '../../../core/channels/errors.ts'
import { checkChannelName } from '../../../core/channels/joining/create.ts'
import { describe } from '../../../core/channels/joining/describe.ts'
import { joinAndLeave } from '../../../core/channels/joining/join-and-leave.ts'
import { joinOrCreate } from '../../../core/channels/joining/join-or-create.ts'
import { wireSettings } from '../../../core/channels/presenting/wire.ts'
import { leaveChannels } from '../../../core/channels/subscriptions/leave.ts'
import {
  checkColor,
  personalize,
  SUBSCRIPTION_PROPERTIES,
} from '../../../core/channels/subscriptions/personalize.ts'
import { subscribedChannels } from '../../../core/channels/subscriptions/subscribed.ts'
import { insufficientPermission, notA } from '../../../core/platform/errors.ts'
import type { ChannelId } from '../../../core/platform/ids.ts'
import { noSuchChannel } from '../../../core/state/channels/errors.ts'
import { listTooLarge } from '../../../core/state/shared-lists/errors.ts'
import { noSuchUser, userIsDeactivated } from '../../../core/state/users/errors.ts'
import { subscription } from '../../../core/state/wire/channel.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, id, json, jsonOrText, line, text } from '../../http/endpoint/parameter.ts'
import { joinedJson, jsonList } from '../../http/reply/json-text.ts'
import type { Services } from '../../services.ts'
import { channelText } from '../../wire/channel-text.ts'
import { newChannelErrors, newChannelParams, parseNewChannel } from '../../wire/new-channel.ts'
import { channelTextErrors, unseenChannel } from '../../wire/shared-errors.ts'

const principals = json(
  z
    .union([z.array(line()).max(MAX_USERS_PER_REQUEST), z.array(z.int()).max(MAX_USERS_PER_REQUEST)])
    .optional(),
  {
    description: 'The users, by their ids or by their email addresses. If absent, you.',
    example: [10, 11],
  },
)
const name = line(MAX_CHANNEL_NAME_LENGTH).describe('The name of the channel.')
const description = text(MAX_CHANNEL_DESCRIPTION_LENGTH)
  .optional()
  .describe('The description in Markdown, for a channel that is created.')
const names = z.record(z.string(), z.array(z.string()))
const subscribed = names.describe(
  'The names of the channels to which each user was newly subscribed, by user id.',
)
const already_subscribed = names.describe(
  'The names of the channels to which each user was subscribed before, by user id.',
)
const removed = z.array(z.string()).describe('The names of the channels that at least one of the users left.')
const not_removed = z.array(z.string()).describe('The names of the other channels.')
const new_subscription_messages_sent = z
  .boolean()
  .optional()
  .describe('Whether users whom you subscribed got a message. They get none when they are too many.')
const FOR_OTHERS =
  'For other users than yourself and your bots: administrators, and members of `can_remove_subscribers_group` or `can_administer_channel_group` of each channel.'
const notFound = when('A channel does not exist, or you may not see it.', noSuchChannel('nonexistent'))
const userErrors = [
  when('A user does not exist, or you may not see them.', noSuchUser()),
  when('A user is deactivated.', userIsDeactivated()),
]
const tooMany = when(
  'The users times the channels are too many.',
  tooManySubscriptions(MAX_SUBSCRIPTIONS_PER_REQUEST),
)
const notAccessible = when(
  'You may not subscribe to one of the channels, and `authorization_errors_fatal` is true.',
  cannotAccessChannels('core team'),
)

export function subscriptionRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/users/me/subscriptions',
      access: 'user',
      freshness: 'handler',
      summary: 'Get the channels that you are subscribed to',
      params: {
        include_subscribers: jsonOrText(z.union([z.boolean(), z.literal('partial')]).default(false), {
          description:
            'Whether each channel has `subscribers`. `partial` allows an incomplete list; this server gives all.',
          example: true,
          ignoresUnknown: true,
        }),
      },
      response: { subscriptions: z.array(subscription).describe('The channels that you are subscribed to.') },
      // The value `partial` allows an incomplete list of subscribers; the list is complete all the same.
      handler: async ({ caller, params }) => {
        const subscribed = await subscribedChannels(caller)
        const withSubscribers = params.include_subscribers !== false
        const texts = subscribed.map(({ channel, settings }) => {
          const own = JSON.stringify(wireSettings(settings)).slice(1)
          return `{${channelText(caller.realm, channel, withSubscribers)},${own}`
        })
        return joinedJson({ subscriptions: jsonList(texts) })
      },
    }),
    endpoint({
      method: 'POST',
      path: '/users/me/subscriptions',
      access: 'member',
      summary: 'Subscribe users to channels, creating channels that do not exist',
      description:
        'Everything happens in one step, or nothing. New subscribers get the event `subscription` with the operation `add`, and others who may see the subscribers get `peer_add`; a new channel is an event `stream`. The parameters about properties are for channels that are created.',
      permission:
        'New channels need the permission to create channels of their kind. To subscribe others, you need `can_add_subscribers_group` of the organization or of each channel.',
      params: {
        subscriptions: json(z.array(z.object({ name, description })).max(MAX_CHANNELS_PER_REQUEST), {
          description: 'The channels by name.',
          example: [{ name: 'Verona', description: 'The summer season' }],
        }),
        principals,
        authorization_errors_fatal: json(z.boolean().default(true), {
          description:
            'Whether the request fails when you may not subscribe to one of the channels. If false, `unauthorized` names them.',
          example: false,
        }),
        announce: json(z.boolean().default(false), {
          description:
            'Whether new public channels are announced in the channel of `new_stream_announcements_stream_id`.',
          example: true,
        }),
        ...newChannelParams,
        send_new_subscription_messages: form(z.boolean().default(true), {
          description: 'Whether users whom you subscribe get a message about it.',
          example: false,
        }),
      },
      response: {
        subscribed,
        already_subscribed,
        unauthorized: z
          .array(z.string())
          .optional()
          .describe('The channels that you may not subscribe to. Absent with `authorization_errors_fatal`.'),
        new_subscription_messages_sent,
      },
      errors: [
        notAccessible,
        when('You may not subscribe others to one of the channels.', insufficientPermission()),
        ...userErrors,
        tooMany,
        ...newChannelErrors,
      ],
      handler: async ({ caller, realm, user, params }) => {
        const result = await joinOrCreate(caller, {
          channels: params.subscriptions.map((named) => parseNewChannel(core, realm, user, named, params)),
          principals: params.principals,
          authorizationErrorsFatal: params.authorization_errors_fatal,
          announces: params.announce,
          notifies: params.send_new_subscription_messages,
        })
        return {
          subscribed: Object.fromEntries(result.subscribed),
          already_subscribed: Object.fromEntries(result.alreadySubscribed),
          ...(!params.authorization_errors_fatal && { unauthorized: [...result.unauthorized] }),
          ...(params.send_new_subscription_messages && {
            new_subscription_messages_sent: result.areNotified,
          }),
        }
      },
    }),
    endpoint({
      method: 'PATCH',
      path: '/users/me/subscriptions',
      access: 'member',
      summary: 'Subscribe to channels and unsubscribe from others in one request',
      params: {
        add: json(
          z
            .array(
              z.object({
                name,
                color: line().optional().describe('Your color of the channel, such as `#76ce90`.'),
                description,
              }),
            )
            .max(MAX_CHANNELS_PER_REQUEST)
            .default([]),
          {
            description: 'The channels to subscribe to, by name.',
            example: [{ name: 'Verona', color: '#76ce90' }],
          },
        ),
        delete: json(z.array(line()).max(MAX_CHANNELS_PER_REQUEST).default([]), {
          description: 'The names of the channels to unsubscribe from.',
          example: ['Denmark'],
        }),
      },
      response: {
        subscribed,
        already_subscribed,
        removed,
        not_removed,
        new_subscription_messages_sent,
      },
      description:
        'Everything happens in one step, or nothing. A channel in both lists stays subscribed. Channels that do not exist are created as public channels.',
      errors: [
        when('Both lists are empty.', nothingToJoinOrLeave()),
        when('You may not subscribe to one of the channels.', cannotAccessChannels('core team')),
        notFound,
        when('You may not create channels.', insufficientPermission()),
        when('The whole list would have too many bytes.', listTooLarge('channels')),
        when('The request would create too many channels.', tooManyNewChannels(MAX_NEW_CHANNELS_PER_REQUEST)),
        ...channelTextErrors,
        when('A color is not of three or six hexadecimal digits.', invalidColor('add[0]["color"]')),
      ],
      handler: async ({ caller, realm, user, params }) => {
        const channels = params.add.map(({ name, description }) => ({
          name: checkChannelName(name),
          ...describe({ core, realm, user }, description ?? ''),
        }))
        const colors = params.add.flatMap(({ color }, index) =>
          color === undefined
            ? []
            : [[channels[index]!.name.toLowerCase(), checkColor(color, `add[${index}]["color"]`)] as const],
        )
        const join = { channels, colors: new Map(colors), authorizationErrorsFatal: true, notifies: true }
        const result = await joinAndLeave(caller, join, params.delete)
        return {
          subscribed: Object.fromEntries(result.subscribed),
          already_subscribed: Object.fromEntries(result.alreadySubscribed),
          removed: [...result.removed],
          not_removed: [...result.notRemoved],
          new_subscription_messages_sent: result.areNotified,
        }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/users/me/subscriptions/properties',
      access: 'user',
      summary: 'Change your personal settings of channels that you are subscribed to',
      description:
        'All settings are changed, or none. Your clients get the event `subscription` with the operation `update` for each.',
      params: {
        subscription_data: json(
          z
            .array(
              z.object({
                stream_id: id<ChannelId>().describe('The id of the channel.'),
                property: z
                  .enum(SUBSCRIPTION_PROPERTIES)
                  .describe(
                    'The name of the setting. `in_home_view` is the former name of `is_muted`, inverted.',
                  ),
                value: z
                  .union([z.boolean(), line()])
                  .nullable()
                  .describe(
                    'The new value. `color` is a text like `#76ce90`. Notification settings can be null, and are then as your settings say.',
                  ),
              }),
            )
            .max(MAX_CHANNELS_PER_REQUEST),
          {
            description: 'The channels by id, each with the name and the new value of a setting.',
            example: [{ stream_id: 42, property: 'is_muted', value: true }],
          },
        ),
      },
      errors: [
        unseenChannel,
        when('You are not subscribed to one of the channels.', notSubscribed(42)),
        when('The color is not of three or six hexadecimal digits.', invalidColor('color')),
        when('The value is not of the type of the setting.', notA('is_muted', 'boolean')),
      ],
      handler: ({ caller, params }) =>
        personalize(
          caller,
          params.subscription_data.map(({ stream_id: channel, property, value }) => ({
            channel,
            property,
            value,
          })),
        ),
    }),
    endpoint({
      method: 'DELETE',
      path: '/users/me/subscriptions',
      access: 'user',
      summary: 'Unsubscribe users from channels',
      description:
        'Everything happens in one step, or nothing. The users get the event `subscription` with the operation `remove`, and others who may see the subscribers get `peer_remove`.',
      permission: FOR_OTHERS,
      params: {
        subscriptions: json(z.array(line()).max(MAX_CHANNELS_PER_REQUEST), {
          description: 'The names of the channels.',
          example: ['Denmark'],
        }),
        principals,
      },
      response: { removed, not_removed },
      errors: [
        notFound,
        when('You may not unsubscribe one of the users.', insufficientPermission()),
        ...userErrors,
        tooMany,
      ],
      handler: async ({ caller, params }) => {
        const { subscriptions: channels, principals } = params
        const { removed, notRemoved } = await leaveChannels(caller, { channels, principals })
        return { removed: [...removed], not_removed: [...notRemoved] }
      },
    }),
  ] as const
}
