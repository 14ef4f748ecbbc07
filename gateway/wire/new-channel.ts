import { z } from 'zod'
import { MAX_NEW_CHANNELS_PER_REQUEST } from '../../config/limits.ts'
import {
  defaultChannelCannotBePrivate,
  invalidChannelPrivacy,
  invalidFolderId,
  noWebPublicChannels,
  tooManyNewChannels,
} from '../../core/channels/errors.ts'
import { checkChannelName, type NewChannel } from '../../core/channels/joining/create.ts'
import { describe } from '../../core/channels/joining/describe.ts'
import { insufficientPermission } from '../../core/platform/errors.ts'
import type { ChannelFolderId } from '../../core/platform/ids.ts'
import { givenGroups } from '../../core/state/channels/group-settings.ts'
import type { Core } from '../../core/state/core.ts'
import { mustBeOwner } from '../../core/state/realm/errors.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import { listTooLarge } from '../../core/state/shared-lists/errors.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import { channel } from '../../core/state/wire/channel.ts'
import { when } from '../http/endpoint/endpoint.ts'
import { id, json, jsonOrText, type ParameterValues } from '../http/endpoint/parameter.ts'
import { newChannelPermissions } from './channel-permissions.ts'
import { parseRetention, retentionDays } from './channel-retention.ts'
import { channelTextErrors, groupSettingErrors } from './shared-errors.ts'

/** How a channel's policy for topics is described. */
export const topicsPolicy = {
  description:
    "Which topics messages may have: `allow_empty_topic` any, `disable_empty_topic` only topics with a name, `empty_topic_only` only the one without a name, `inherit` as the organization's setting says.",
  example: 'disable_empty_topic',
} as const

/** Parameters of a new channel that all endpoints which create channels accept. */
export const newChannelParams = {
  invite_only: json(z.boolean().default(false), {
    description: 'Whether the channel is private.',
    example: true,
  }),
  is_web_public: json(z.boolean().default(false), {
    description: 'Whether people without an account can read the channel.',
    example: false,
  }),
  is_default_stream: json(z.boolean().default(false), {
    description:
      'Whether new users who are not guests are subscribed to the channel. Only for administrators.',
    example: false,
  }),
  history_public_to_subscribers: json(z.boolean().optional(), {
    description:
      'Whether subscribers of a private channel can read messages from before their subscription. If absent, they cannot. All can read the history of a public channel.',
    example: true,
  }),
  message_retention_days: jsonOrText(retentionDays.default('realm_default'), {
    description: `Days after which messages are deleted; \`unlimited\` keeps them. Another value than \`realm_default\`, the organization's, is only for owners.`,
    example: 90,
  }),
  topics_policy: jsonOrText(channel.shape.topics_policy.default('inherit'), topicsPolicy),
  folder_id: json(id<ChannelFolderId>().nullable().optional(), {
    description: 'The id of the folder in which clients show the channel. If null or absent, none.',
    example: 3,
  }),
  ...newChannelPermissions,
}

/** The errors of a new channel at every endpoint that creates one. */
export const newChannelErrors = [
  ...channelTextErrors,
  when('You may not create such a channel.', insufficientPermission()),
  when(
    'A web-public channel is to be private, or to hide its history from new subscribers.',
    invalidChannelPrivacy(),
  ),
  when('The organization does not allow web-public channels.', noWebPublicChannels()),
  when('A private channel is to be a default channel.', defaultChannelCannotBePrivate()),
  when('`message_retention_days` is given, and you are not an owner.', mustBeOwner()),
  when('The folder does not exist or is archived.', invalidFolderId()),
  when('The request would create too many channels.', tooManyNewChannels(MAX_NEW_CHANNELS_PER_REQUEST)),
  when('The whole list would have too many bytes.', listTooLarge('channels')),
  ...groupSettingErrors,
] as const

/** Converts these parameters to a new channel. Throws when the name or the description is invalid. */
export function parseNewChannel(
  core: Core,
  realm: RealmState,
  author: UserRecord,
  identity: { readonly name: string; readonly description?: string },
  params: ParameterValues<typeof newChannelParams>,
): NewChannel {
  return {
    name: checkChannelName(identity.name),
    ...describe({ core, realm, user: author }, identity.description ?? ''),
    isPrivate: params.invite_only,
    isWebPublic: params.is_web_public,
    isDefault: params.is_default_stream,
    historyPublicToSubscribers: params.history_public_to_subscribers,
    messageRetentionDays: parseRetention(params.message_retention_days),
    topicsPolicy: params.topics_policy,
    folderId: params.folder_id,
    groups: givenGroups(params),
  }
}
