import { z } from 'zod'
import {
  MAX_BULK_NEW_SUBSCRIPTION_MESSAGES,
  MAX_CHANNEL_DESCRIPTION_LENGTH,
  MAX_CHANNEL_NAME_LENGTH,
  MAX_USERS_PER_REQUEST,
} from '../../../config/limits.ts'
import { archiveChannel } from '../../../core/channels/changing/archive.ts'
import { changeChannel } from '../../../core/channels/changing/change.ts'
import {
  cannotAdministerChannel,
  cannotPost,
  channelAlreadyArchived,
  channelContentRequired,
  channelExists,
  channelHasOtherTopics,
  channelNameUnchanged,
  defaultChannelCannotBePrivate,
  invalidChannelPrivacy,
  invalidFolderId,
  invalidSenderId,
  moderationChannelCannotBePublic,
  noWebPublicChannels,
} from '../../../core/channels/errors.ts'
import { checkChannelName } from '../../../core/channels/joining/create.ts'
import { createChannel } from '../../../core/channels/joining/create-one.ts'
import { describe } from '../../../core/channels/joining/describe.ts'
import { channelEmailAddress } from '../../../core/channels/presenting/email-address.ts'
import { wireChannel } from '../../../core/channels/presenting/wire.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../../core/content/messages/check-text.ts'
import { insufficientPermission } from '../../../core/platform/errors.ts'
import type { ChannelFolderId, ChannelId, UserId } from '../../../core/platform/ids.ts'
import { canSeeChannel } from '../../../core/state/access/channel-permissions.ts'
import { findVisibleChannel } from '../../../core/state/access/find-channel.ts'
import { findAccessibleUser, findUser } from '../../../core/state/access/find-user.ts'
import { invalidChannelId } from '../../../core/state/channels/errors.ts'
import { givenGroups } from '../../../core/state/channels/group-settings.ts'
import { groupSettingMismatch } from '../../../core/state/groups/errors.ts'
import { mustBeAdministrator, mustBeOwner } from '../../../core/state/realm/errors.ts'
import { listTooLarge } from '../../../core/state/shared-lists/errors.ts'
import { noSuchUser, userIsDeactivated } from '../../../core/state/users/errors.ts'
import { channel } from '../../../core/state/wire/channel.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, id, json, jsonOrText, line, query, text } from '../../http/endpoint/parameter.ts'
import type { Services } from '../../services.ts'
import { channelPermissionChanges } from '../../wire/channel-permissions.ts'
import { parseRetention, retentionDays } from '../../wire/channel-retention.ts'
import { newChannelErrors, newChannelParams, parseNewChannel, topicsPolicy } from '../../wire/new-channel.ts'
import {
  channelTextErrors,
  groupSettingErrors,
  unreadableChannel,
  unseenChannel,
} from '../../wire/shared-errors.ts'
import { channelInPath, userInPath } from '../../wire/shared-parameters.ts'

const stream_id = channelInPath

/** Endpoints for a single channel. */
export function singleChannelRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'POST',
      path: '/channels/create',
      access: 'member',
      summary: 'Create a channel and subscribe users to it',
      description:
        'You are subscribed only if `subscribers` names you. Everyone who may know of the channel gets a `stream` event of op `create`, and subscribers a `subscription` event of op `add`. Names are compared without case; the name of an archived channel is free.',
      permission:
        'Members of `can_create_public_channel_group`, `can_create_private_channel_group` or `can_create_web_public_channel_group`, by the kind of the channel. Subscribing other users needs the permission `can_add_subscribers_group`. Another `topics_policy` than `inherit` is for members of `can_set_topics_policy_group`, and letting others delete messages of the channel for members of `can_set_delete_message_policy_group`.',
      params: {
        name: form(line(MAX_CHANNEL_NAME_LENGTH), {
          description: 'The name of the channel.',
          example: 'stage design',
        }),
        description: form(text(MAX_CHANNEL_DESCRIPTION_LENGTH).default(''), {
          description: 'What the channel is for, in one line of Markdown.',
          example: 'Sets, costumes and **light**.',
        }),
        subscribers: json(z.array(id<UserId>()).max(MAX_USERS_PER_REQUEST), {
          description: 'The ids of the users to subscribe. The list may be empty.',
          example: [10, 11],
        }),
        announce: json(z.boolean().default(false), {
          description:
            "Whether a public channel is announced in the organization's channel for that (`new_stream_announcements_stream_id`).",
          example: true,
        }),
        send_new_subscription_messages: form(z.boolean().default(true), {
          description: `Whether subscribers other than you get a direct message about it. With more than ${MAX_BULK_NEW_SUBSCRIPTION_MESSAGES} subscribers nobody gets one.`,
          example: false,
        }),
        ...newChannelParams,
      },
      response: { id: z.int().describe('The id of the new channel.') },
      errors: [
        when('Another channel has the name.', channelExists('discussions')),
        ...newChannelErrors,
        when('A subscriber does not exist, or you may not know the user.', noSuchUser()),
        when('A subscriber is deactivated.', userIsDeactivated()),
      ],
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
      description:
        'Archived channels are found too. Guests find web-public channels and those to which they are subscribed. Private channels are found by their subscribers, by administrators, and by members of the groups that administer or may join them.',
      params: { stream_id },
      response: { stream: channel },
      errors: [unseenChannel],
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
      description:
        'Properties that are absent stay as they are; all changes take effect, or none does. Everyone who may know of the channel gets `stream` events of op `update`, and those who may know of it from now on, or no more, get op `create` or `delete`. The notification bot posts a notice in the topic `channel events` about a new name, description, privacy, retention or permission.',
      permission:
        "Administrators, and members of the channel's `can_administer_channel_group`. To change the privacy, you must be able to read the channel and to create a channel of the new kind. `is_default_stream` is for administrators, `message_retention_days` for owners, `topics_policy` for administrators and members of `can_set_topics_policy_group`, `can_delete_any_message_group` and `can_delete_own_message_group` for members of the organization's `can_set_delete_message_policy_group`.",
      params: {
        stream_id,
        description: form(text(MAX_CHANNEL_DESCRIPTION_LENGTH).optional(), {
          description: 'The new description, in one line of Markdown.',
          example: 'For everyone, about **everything**.',
        }),
        new_name: form(line(MAX_CHANNEL_NAME_LENGTH).optional(), {
          description: 'The new name. It must not be the present one.',
          example: 'stage design',
        }),
        is_private: json(z.boolean().optional(), {
          description: 'Whether the channel is private from now on.',
          example: true,
        }),
        is_web_public: json(z.boolean().optional(), {
          description: 'Whether people without an account can read the channel from now on.',
          example: false,
        }),
        history_public_to_subscribers: json(z.boolean().optional(), {
          description:
            'Whether subscribers of a private channel can read messages from before their subscription. If absent while `is_private` is given, they can only if the channel is public.',
          example: true,
        }),
        is_default_stream: json(z.boolean().optional(), {
          description: 'Whether new users who are not guests are subscribed to the channel.',
          example: true,
        }),
        message_retention_days: jsonOrText(retentionDays.optional(), {
          description:
            "Days after which messages are deleted. `unlimited` keeps them, `realm_default` follows the organization's setting.",
          example: 90,
        }),
        is_archived: json(z.boolean().optional(), {
          description: 'False unarchives the channel. True does nothing: DELETE archives a channel.',
          example: false,
        }),
        folder_id: json(id<ChannelFolderId>().nullable().optional(), {
          description:
            'The id of the folder in which clients show the channel. Null takes it out of its folder.',
          example: 3,
        }),
        topics_policy: jsonOrText(channel.shape.topics_policy.optional(), topicsPolicy),
        ...channelPermissionChanges,
      },
      errors: [
        when('The channel does not exist, or you may neither administer nor read it.', invalidChannelId()),
        when('You may read the channel, but not administer it.', cannotAdministerChannel()),
        when(
          'You may administer the channel, but the change needs a permission to read it.',
          channelContentRequired(),
        ),
        when(
          'You may not create channels of the new kind, or not set the policy for topics.',
          insufficientPermission(),
        ),
        when('`is_default_stream` is given, and you are not an administrator.', mustBeAdministrator()),
        when('`message_retention_days` is given, and you are not an owner.', mustBeOwner()),
        ...channelTextErrors,
        when('The channel has the new name already.', channelNameUnchanged()),
        when('The whole list would have too many bytes.', listTooLarge('channels')),
        when(
          'Another channel has the new name, or the name of the channel to be unarchived.',
          channelExists('discussions'),
        ),
        when(
          'A private channel is to be web-public, or a public one to hide its history.',
          invalidChannelPrivacy(),
        ),
        when('The organization does not allow web-public channels.', noWebPublicChannels()),
        when(
          'The channel, which receives reports of messages, is to become public.',
          moderationChannelCannotBePublic(),
        ),
        when('A default channel is to be private.', defaultChannelCannotBePrivate()),
        when(
          'The policy is to be `empty_topic_only`, and the channel has messages in other topics.',
          channelHasOtherTopics(EMPTY_TOPIC_DISPLAY_NAME),
        ),
        when('The folder does not exist or is archived.', invalidFolderId()),
        when('`old` is not the current value of a permission.', groupSettingMismatch()),
        ...groupSettingErrors,
      ],
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
      description:
        'Its messages stay readable for those who may read them, but nobody can post. Its name becomes free; it is no default channel any more, and settings that name it for announcements are cleared. Clients with the capability `archived_channels` get a `stream` event of op `update`, others of op `delete`. Its messages are read for everybody from then on; subscribers get an `update_message_flags` event with the ids of up to 5,000 of the newest. PATCH with `is_archived=false` unarchives it, and its messages stay read.',
      params: { stream_id },
      errors: [
        when('The channel does not exist.', invalidChannelId()),
        when('The channel is archived already.', channelAlreadyArchived()),
      ],
      handler: ({ caller, params }) => archiveChannel(caller, params.stream_id),
    }),
    endpoint({
      method: 'GET',
      path: '/streams/{stream_id}/members',
      access: 'user',
      summary: 'Get the subscribers of a channel',
      description: 'Deactivated users are left out, although their subscriptions are kept for their return.',
      permission: 'Everyone who may know of the channel.',
      params: { stream_id },
      response: { subscribers: z.array(z.int()).describe('The ids of the subscribers.') },
      errors: [unseenChannel],
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
      description: 'Deactivated users count as not subscribed.',
      permission: 'Everyone who may know of the channel.',
      params: { user_id: userInPath, stream_id },
      response: { is_subscribed: z.boolean().describe('Whether the user is subscribed.') },
      errors: [when('The user does not exist.', noSuchUser()), unseenChannel],
      handler: async ({ realm, user, params }) => {
        const other = findUser(realm, params.user_id)
        const { id } = findVisibleChannel(realm, user, params.stream_id)
        return { is_subscribed: other.isActive && realm.membership.has(id, other.id) }
      },
    }),
    endpoint({
      method: 'GET',
      path: '/users/{user_id}/channels',
      access: 'user',
      summary: 'Get the channels that a user is subscribed to',
      description: 'Channels that you may not know of are left out. A deactivated user has none.',
      params: { user_id: userInPath },
      response: { subscribed_channel_ids: z.array(z.int()).describe('The ids of the channels.') },
      errors: [when('The user does not exist, or you may not see them.', noSuchUser())],
      handler: async ({ realm, user, params }) => {
        const other = findAccessibleUser(realm, user, params.user_id)
        const channels = other.isActive ? [...realm.membership.channelsOf(other.id)] : []
        const isVisible = (id: ChannelId) => {
          const channel = realm.channels.get(id)
          return channel !== undefined && !channel.isArchived && canSeeChannel(realm, user, channel)
        }
        return { subscribed_channel_ids: channels.filter(isVisible).sort((a, b) => a - b) }
      },
    }),
    endpoint({
      method: 'GET',
      path: '/streams/{stream_id}/email_address',
      access: 'user',
      summary: 'Get the email address that posts to a channel',
      description:
        'Mails to this address are posted in the channel. The address is a secret: whoever has it can post. It stays the same.',
      permission: 'Everyone who may read the channel and post in it.',
      params: {
        stream_id,
        sender_id: query(id<UserId>().optional(), {
          description:
            'The id of the user who posts the mails: you or one of your bots. If absent, the notification bot.',
          example: 10,
        }),
      },
      response: { email: z.string().describe('The address: mail to it becomes messages of the channel.') },
      errors: [
        unreadableChannel,
        when('The sender is neither you nor one of your bots.', invalidSenderId()),
        when('You may not post in the channel, or it is archived.', cannotPost()),
      ],
      handler: async ({ realm, user, params }) => ({
        email: await realm.withFreshState(() =>
          channelEmailAddress(core, realm, user, params.stream_id, params.sender_id),
        ),
      }),
    }),
  ] as const
}
