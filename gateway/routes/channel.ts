import { z } from 'zod'
import { MAX_USERS_PER_REQUEST } from '../../config/limits.ts'
import { archiveChannel } from '../../core/channels/archive.ts'
import { changeChannel } from '../../core/channels/change.ts'
import { checkChannelName } from '../../core/channels/create.ts'
import { createChannel } from '../../core/channels/create-one.ts'
import { describe } from '../../core/channels/describe.ts'
import { channelEmailAddress } from '../../core/channels/email-address.ts'
import {
  channelExists,
  invalidChannelPrivacy,
  moderationChannelCannotBePublic,
} from '../../core/channels/errors.ts'
import { insufficientPermission } from '../../core/platform/errors.ts'
import type { ChannelFolderId, ChannelId, UserId } from '../../core/platform/ids.ts'
import { invalidChannelId } from '../../core/state/channels/errors.ts'
import { findVisibleChannel } from '../../core/state/channels/find.ts'
import { givenGroups } from '../../core/state/channels/group-settings.ts'
import { wireChannel } from '../../core/state/channels/wire.ts'
import { noSuchUser } from '../../core/state/users/errors.ts'
import { findUser } from '../../core/state/users/find.ts'
import { channel, forEachGroup } from '../../core/state/wire/channel.ts'
import { endpoint } from '../http/endpoint.ts'
import { form, id, json, jsonOrText, line, path, query, text } from '../http/parameter.ts'
import type { Services } from '../services.ts'
import { parseRetention, retentionDays } from '../wire/channel-retention.ts'
import { groupSettingChange } from '../wire/group-setting.ts'
import { newChannelParams, parseNewChannel } from '../wire/new-channel.ts'

const stream_id = path(id<ChannelId>())

/** Endpoints for a single channel. */
export function singleChannelRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'POST',
      path: '/channels/create',
      access: 'member',
      summary: 'Create a channel and subscribe users to it',
      params: {
        name: form(line()),
        description: form(text().default('')),
        subscribers: json(z.array(id<UserId>()).max(MAX_USERS_PER_REQUEST)),
        announce: json(z.boolean().default(false)),
        send_new_subscription_messages: form(z.boolean().default(true)),
        ...newChannelParams,
      },
      response: { id: z.int() },
      errors: [channelExists('discussions'), insufficientPermission()],
      handler: async ({ caller, realm, user, params }) => ({
        id: await createChannel(caller, {
          channel: parseNewChannel(core, realm, user, params, params),
          subscribers: params.subscribers,
          announces: params.announce,
          notifies: params.send_new_subscription_messages,
        }),
      }),
    }),
    endpoint({
      method: 'GET',
      path: '/streams/{stream_id}',
      access: 'user',
      summary: 'Get a channel',
      params: { stream_id },
      response: { stream: channel },
      errors: [invalidChannelId()],
      handler: async ({ realm, user, params }) => {
        const found = await realm.withFreshState(() => findVisibleChannel(realm, user, params.stream_id))
        return { stream: wireChannel(realm, found, realm.membership.activeSubscribers(found.id).length) }
      },
    }),
    endpoint({
      method: 'PATCH',
      path: '/streams/{stream_id}',
      access: 'user',
      summary: 'Change the properties and permissions of a channel',
      params: {
        stream_id,
        description: form(text().optional()),
        new_name: form(line().optional()),
        is_private: json(z.boolean().optional()),
        is_web_public: json(z.boolean().optional()),
        history_public_to_subscribers: json(z.boolean().optional()),
        is_default_stream: json(z.boolean().optional()),
        message_retention_days: jsonOrText(retentionDays.optional()),
        is_archived: json(z.boolean().optional()),
        folder_id: json(id<ChannelFolderId>().nullable().optional()),
        topics_policy: jsonOrText(channel.shape.topics_policy.optional()),
        ...forEachGroup(json(groupSettingChange.optional())),
      },
      errors: [invalidChannelId(), invalidChannelPrivacy(), moderationChannelCannotBePublic()],
      handler: async ({ caller, params }) => {
        const { new_name: name, description, message_retention_days: days } = params
        await changeChannel(caller, params.stream_id, {
          name: name === undefined ? undefined : checkChannelName(name),
          description: description === undefined ? undefined : describe(caller, description),
          isPrivate: params.is_private,
          isWebPublic: params.is_web_public,
          historyPublicToSubscribers: params.history_public_to_subscribers,
          isDefault: params.is_default_stream,
          messageRetentionDays: days === undefined ? undefined : parseRetention(days),
          folderId: params.folder_id,
          topicsPolicy: params.topics_policy,
          // PATCH only unarchives; DELETE archives.
          isArchived: params.is_archived === false ? false : undefined,
          groups: givenGroups(params),
        })
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/streams/{stream_id}',
      access: 'administrator',
      summary: 'Archive a channel',
      params: { stream_id },
      errors: [invalidChannelId()],
      handler: ({ caller, params }) => archiveChannel(caller, params.stream_id),
    }),
    endpoint({
      method: 'GET',
      path: '/streams/{stream_id}/members',
      access: 'user',
      summary: 'Get the subscribers of a channel',
      params: { stream_id },
      response: { subscribers: z.array(z.int()) },
      errors: [invalidChannelId()],
      handler: async ({ realm, user, params }) => {
        const { id } = findVisibleChannel(realm, user, params.stream_id)
        return { subscribers: [...realm.membership.activeSubscribers(id)] }
      },
    }),
    endpoint({
      method: 'GET',
      path: '/users/{user_id}/subscriptions/{stream_id}',
      access: 'user',
      summary: 'Check whether a user is subscribed to a channel',
      params: { user_id: path(id<UserId>()), stream_id },
      response: { is_subscribed: z.boolean() },
      errors: [noSuchUser(), invalidChannelId()],
      handler: async ({ realm, user, params }) => {
        const other = findUser(realm, params.user_id)
        const { id } = findVisibleChannel(realm, user, params.stream_id)
        return { is_subscribed: other.isActive && realm.membership.has(id, other.id) }
      },
    }),
    endpoint({
      method: 'GET',
      path: '/streams/{stream_id}/email_address',
      access: 'user',
      summary: 'Get the email address that posts to a channel',
      params: { stream_id, sender_id: query(id<UserId>().optional()) },
      response: { email: z.string() },
      errors: [invalidChannelId()],
      handler: async ({ realm, user, params }) => ({
        email: await realm.withFreshState(() =>
          channelEmailAddress(core, realm, user, params.stream_id, params.sender_id),
        ),
      }),
    }),
  ] as const
}
