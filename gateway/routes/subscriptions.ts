import { z } from 'zod'
import { MAX_CHANNELS_PER_REQUEST, MAX_USERS_PER_REQUEST } from '../../config/limits.ts'
import { checkChannelName } from '../../core/channels/create.ts'
import { describe } from '../../core/channels/describe.ts'
import { cannotAccessChannels, nothingToJoinOrLeave } from '../../core/channels/errors.ts'
import { joinAndLeave } from '../../core/channels/join-and-leave.ts'
import { joinOrCreate } from '../../core/channels/join-or-create.ts'
import { leaveChannels } from '../../core/channels/leave.ts'
import { checkColor, personalize, SUBSCRIPTION_PROPERTIES } from '../../core/channels/personalize.ts'
import { subscribedChannels } from '../../core/channels/subscribed.ts'
import { insufficientPermission } from '../../core/platform/errors.ts'
import type { ChannelId } from '../../core/platform/ids.ts'
import { invalidChannelId, noSuchChannel } from '../../core/state/channels/errors.ts'
import { subscription } from '../../core/state/wire/channel.ts'
import { endpoint } from '../http/endpoint.ts'
import { form, id, json, jsonOrText, line, text } from '../http/parameter.ts'
import type { Services } from '../services.ts'
import { newChannelParams, parseNewChannel } from '../wire/new-channel.ts'

const principals = json(
  z
    .union([z.array(line()).max(MAX_USERS_PER_REQUEST), z.array(z.int()).max(MAX_USERS_PER_REQUEST)])
    .optional(),
)
const names = z.record(z.string(), z.array(z.string()))

export function subscriptionRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/users/me/subscriptions',
      access: 'user',
      summary: 'Get the channels that you are subscribed to',
      params: {
        include_subscribers: jsonOrText(z.union([z.boolean(), z.literal('partial')]).default(false), {
          ignoresUnknown: true,
        }),
      },
      response: { subscriptions: z.array(subscription) },
      // The value `partial` allows an incomplete list of subscribers; the list is complete all the same.
      handler: async ({ caller, params }) => ({
        subscriptions: await subscribedChannels(caller, params.include_subscribers !== false),
      }),
    }),
    endpoint({
      method: 'POST',
      path: '/users/me/subscriptions',
      access: 'member',
      summary: 'Subscribe users to channels, creating channels that do not exist',
      params: {
        subscriptions: json(
          z.array(z.object({ name: line(), description: text().optional() })).max(MAX_CHANNELS_PER_REQUEST),
        ),
        principals,
        authorization_errors_fatal: json(z.boolean().default(true)),
        announce: json(z.boolean().default(false)),
        ...newChannelParams,
        send_new_subscription_messages: form(z.boolean().default(true)),
      },
      response: {
        subscribed: names,
        already_subscribed: names,
        unauthorized: z.array(z.string()).optional(),
        new_subscription_messages_sent: z.boolean().optional(),
      },
      errors: [cannotAccessChannels('private'), insufficientPermission()],
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
                name: line(),
                color: line().optional(),
                description: text().optional(),
              }),
            )
            .max(MAX_CHANNELS_PER_REQUEST)
            .default([]),
        ),
        delete: json(z.array(line()).max(MAX_CHANNELS_PER_REQUEST).default([])),
      },
      response: {
        subscribed: names,
        already_subscribed: names,
        removed: z.array(z.string()),
        not_removed: z.array(z.string()),
        new_subscription_messages_sent: z.boolean().optional(),
      },
      errors: [nothingToJoinOrLeave()],
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
      params: {
        subscription_data: json(
          z
            .array(
              z.object({
                stream_id: id<ChannelId>(),
                property: z.enum(SUBSCRIPTION_PROPERTIES),
                value: z.union([z.boolean(), line()]).nullable(),
              }),
            )
            .max(MAX_CHANNELS_PER_REQUEST),
        ),
      },
      errors: [invalidChannelId()],
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
      params: { subscriptions: json(z.array(line()).max(MAX_CHANNELS_PER_REQUEST)), principals },
      response: { removed: z.array(z.string()), not_removed: z.array(z.string()) },
      errors: [noSuchChannel('nonexistent'), insufficientPermission()],
      handler: async ({ caller, params }) => {
        const { subscriptions: channels, principals } = params
        const { removed, notRemoved } = await leaveChannels(caller, { channels, principals })
        return { removed: [...removed], not_removed: [...notRemoved] }
      },
    }),
  ] as const
}
