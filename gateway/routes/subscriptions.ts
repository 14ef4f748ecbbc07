import { z } from 'zod'
import { checkChannelName } from '../../core/channels/create.ts'
import { describe } from '../../core/channels/describe.ts'
import { joinOrCreate } from '../../core/channels/join-or-create.ts'
import { leaveChannels } from '../../core/channels/leave.ts'
import { subscribedChannels } from '../../core/channels/subscribed.ts'
import { ApiError } from '../../core/errors.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { form, json, jsonOrText } from '../http/parameter.ts'
import type { Services } from '../services.ts'
import { channel, retention, retentionDays, subscription } from '../wire/channel.ts'

const principals = json(z.union([z.array(z.string()), z.array(z.int())]).optional())
const names = z.record(z.string(), z.array(z.string()))

export function subscriptionRoutes({ core }: Services): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/users/me/subscriptions',
      access: 'user',
      summary: 'Get the channels one is subscribed to',
      params: {
        include_subscribers: jsonOrText(z.union([z.boolean(), z.literal('partial')]).default(false)),
      },
      response: { subscriptions: z.array(subscription) },
      // `partial` allows fewer subscribers than there are; it does not ask for fewer.
      handler: async ({ realm, user, params }) => ({
        subscriptions: await subscribedChannels(core, realm, user, params.include_subscribers !== false),
      }),
    }),
    endpoint({
      method: 'POST',
      path: '/users/me/subscriptions',
      access: 'member',
      summary: 'Subscribe to channels; those that do not exist are created',
      params: {
        subscriptions: json(z.array(z.object({ name: z.string(), description: z.string().optional() }))),
        principals,
        authorization_errors_fatal: json(z.boolean().default(true)),
        invite_only: json(z.boolean().default(false)),
        is_web_public: json(z.boolean().default(false)),
        is_default_stream: json(z.boolean().default(false)),
        history_public_to_subscribers: json(z.boolean().optional()),
        message_retention_days: jsonOrText(retentionDays.default('realm_default')),
        topics_policy: jsonOrText(channel.shape.topics_policy.default('inherit')),
        send_new_subscription_messages: form(z.boolean().default(true)),
      },
      response: {
        subscribed: names,
        already_subscribed: names,
        unauthorized: z.array(z.string()).optional(),
        new_subscription_messages_sent: z.boolean().optional(),
      },
      errors: [new ApiError('Unable to access channel (private).'), new ApiError('Insufficient permission')],
      handler: async ({ realm, user, params }) => {
        const result = await joinOrCreate(core, realm, user, {
          channels: params.subscriptions.map((channel) => ({
            name: checkChannelName(channel.name),
            ...describe(core, realm, user, channel.description ?? ''),
            isPrivate: params.invite_only,
            isWebPublic: params.is_web_public,
            isDefault: params.is_default_stream,
            historyPublicToSubscribers: params.history_public_to_subscribers,
            messageRetentionDays: retention(params.message_retention_days),
            topicsPolicy: params.topics_policy,
          })),
          principals: params.principals,
          authorizationErrorsFatal: params.authorization_errors_fatal,
        })
        return {
          subscribed: Object.fromEntries(result.subscribed),
          already_subscribed: Object.fromEntries(result.alreadySubscribed),
          ...(!params.authorization_errors_fatal && { unauthorized: [...result.unauthorized] }),
          // Nobody is there to send them.
          ...(params.send_new_subscription_messages && { new_subscription_messages_sent: false }),
        }
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/users/me/subscriptions',
      access: 'user',
      summary: 'Unsubscribe from channels',
      params: { subscriptions: json(z.array(z.string())), principals },
      response: { removed: z.array(z.string()), not_removed: z.array(z.string()) },
      errors: [
        new ApiError("Channel 'nonexistent' does not exist", {
          code: 'STREAM_DOES_NOT_EXIST',
          extra: { stream: 'nonexistent' },
        }),
        new ApiError('Insufficient permission'),
      ],
      handler: async ({ realm, user, params }) => {
        const { subscriptions: channels, principals } = params
        const { removed, notRemoved } = await leaveChannels(core, realm, user, { channels, principals })
        return { removed: [...removed], not_removed: [...notRemoved] }
      },
    }),
  ]
}
