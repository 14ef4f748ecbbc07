import { z } from 'zod'
import { checkChannelName, type NewChannel } from '../../core/channels/create.ts'
import { describe } from '../../core/channels/describe.ts'
import type { ChannelFolderId } from '../../core/platform/ids.ts'
import { givenGroups } from '../../core/state/channels/group-settings.ts'
import type { Core } from '../../core/state/core.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import { channel, forEachGroup } from '../../core/state/wire/channel.ts'
import { id, json, jsonOrText, type ParameterValues } from '../http/parameter.ts'
import { parseRetention, retentionDays } from './channel-retention.ts'
import { groupSetting } from './group-setting.ts'

/** Parameters of a new channel that all endpoints which create channels accept. */
export const newChannelParams = {
  invite_only: json(z.boolean().default(false)),
  is_web_public: json(z.boolean().default(false)),
  is_default_stream: json(z.boolean().default(false)),
  history_public_to_subscribers: json(z.boolean().optional()),
  message_retention_days: jsonOrText(retentionDays.default('realm_default')),
  topics_policy: jsonOrText(channel.shape.topics_policy.default('inherit')),
  folder_id: json(id<ChannelFolderId>().nullable().optional()),
  ...forEachGroup(json(groupSetting.optional())),
}

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
