import { z } from 'zod'
import { cannotListAllChannels } from '../../core/channels/errors.ts'
import { listChannels } from '../../core/channels/list.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../core/content/messages/check-text.ts'
import { topicsOf } from '../../core/messaging/conversations/topics.ts'
import type { ChannelId } from '../../core/platform/ids.ts'
import { invalidChannelId, invalidChannelName } from '../../core/state/channels/errors.ts'
import { findChannelByName, findReadableChannel } from '../../core/state/channels/find.ts'
import { wireChannel } from '../../core/state/channels/wire.ts'
import { channel } from '../../core/state/wire/channel.ts'
import { endpoint } from '../http/endpoint.ts'
import { id, line, path, query } from '../http/parameter.ts'
import type { Services } from '../services.ts'

const listed = channel.extend({ is_default: z.boolean().optional() })
const flag = (initial: boolean) => query(z.boolean().default(initial))

export function channelRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/streams',
      access: 'user',
      summary: 'Get the channels that you can see',
      params: {
        include_public: flag(true),
        include_web_public: flag(false),
        include_subscribed: flag(true),
        exclude_archived: flag(true),
        include_all_active: flag(false),
        include_all: flag(false),
        include_default: flag(false),
        include_owner_subscribed: flag(false),
        include_can_access_content: flag(false),
      },
      response: {
        streams: z.array(listed),
      },
      errors: [cannotListAllChannels()],
      handler: async ({ realm, user, params }) => {
        const channels = listChannels(realm, user, {
          public: params.include_public,
          webPublic: params.include_web_public,
          subscribed: params.include_subscribed,
          excludeArchived: params.exclude_archived,
          allActive: params.include_all_active,
          all: params.include_all,
          ownerSubscribed: params.include_owner_subscribed,
          canAccessContent: params.include_can_access_content,
        })
        return {
          streams: channels.map((channel) => ({
            ...wireChannel(realm, channel, realm.membership.activeSubscribers(channel.id).length),
            ...(params.include_default && { is_default: channel.isDefault }),
          })),
        }
      },
    }),
    endpoint({
      method: 'GET',
      path: '/get_stream_id',
      access: 'user',
      summary: 'Get the id of a channel',
      params: { stream: query(line(), { aliases: ['stream_name'] }) },
      response: { stream_id: z.int() },
      errors: [invalidChannelName('nonexistent')],
      handler: async ({ realm, user, params }) => {
        const find = () => findChannelByName(realm, user, params.stream, invalidChannelName)
        return { stream_id: (await realm.withFreshState(find)).id }
      },
    }),
    endpoint({
      method: 'GET',
      path: '/users/me/{stream_id}/topics',
      access: 'userOrSpectator',
      summary: 'Get the topics of a channel, the most recently active first',
      params: { stream_id: path(id<ChannelId>()), allow_empty_topic_name: flag(false) },
      response: { topics: z.array(z.strictObject({ max_id: z.int(), name: z.string() })) },
      errors: [invalidChannelId()],
      handler: async ({ realm, user, params }) => {
        const channel = await realm.withFreshState(() => findReadableChannel(realm, user, params.stream_id))
        const unnamed = params.allow_empty_topic_name ? '' : EMPTY_TOPIC_DISPLAY_NAME
        const topics = await topicsOf(core.db, realm, user, channel)
        return { topics: topics.map(({ topic, newest }) => ({ max_id: newest, name: topic || unnamed })) }
      },
    }),
  ] as const
}
