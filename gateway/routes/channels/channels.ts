import { z } from 'zod'
import { MAX_TOPIC_LENGTH } from '../../../config/limits.ts'
import { cannotListAllChannels } from '../../../core/channels/errors.ts'
import { listChannels } from '../../../core/channels/presenting/list.ts'
import { EMPTY_TOPIC_DISPLAY_NAME, topicAsStored } from '../../../core/content/messages/check-text.ts'
import { topicsOf } from '../../../core/messaging/conversations/topics.ts'
import { MAX_SUCCESSORS, successorsOf } from '../../../core/messaging/fetching/former-topic.ts'
import { findChannelByName, findReadableChannel } from '../../../core/state/access/find-channel.ts'
import { invalidChannelName } from '../../../core/state/channels/errors.ts'
import { readAnywhere } from '../../../core/state/realm/read-replica.ts'
import { channel } from '../../../core/state/wire/channel.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { line, query } from '../../http/endpoint/parameter.ts'
import { joinedJson, jsonList } from '../../http/reply/json-text.ts'
import type { Services } from '../../services.ts'
import { channelText } from '../../wire/channel-text.ts'
import { unreadableChannel } from '../../wire/shared-errors.ts'
import { allowEmptyTopicName, channelInPath } from '../../wire/shared-parameters.ts'

const listed = channel.extend({
  is_default: z.boolean().optional().describe('Whether new users are subscribed to the channel.'),
})
const flag = (initial: boolean, description: string) =>
  query(z.boolean().default(initial), { description, example: !initial })

export function channelRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/streams',
      access: 'user',
      summary: 'Get the channels that you can see',
      description:
        'The parameters add channels to one list, which is sorted by name and has each channel once.',
      params: {
        include_public: flag(true, 'Whether to include public channels. For guests it has no effect.'),
        include_web_public: flag(false, 'Whether to include web-public channels.'),
        include_subscribed: flag(true, 'Whether to include the channels to which you are subscribed.'),
        exclude_archived: flag(true, 'Whether to leave out archived channels.'),
        include_all_active: flag(
          false,
          'Former name of `include_all`, for administrators only. Archived channels are included if `exclude_archived` is false.',
        ),
        include_all: flag(false, 'Whether to include every channel that you may know of.'),
        include_default: flag(false, 'Whether each channel has the field `is_default`.'),
        include_owner_subscribed: flag(
          false,
          'For a bot: whether to include the channels to which its owner is subscribed.',
        ),
        include_can_access_content: flag(
          false,
          'Whether to include every channel whose messages you may read.',
        ),
      },
      response: {
        streams: z.array(listed).describe('The channels, sorted by name.'),
      },
      errors: [
        when('`include_all_active` is true, and you are not an administrator.', cannotListAllChannels()),
      ],
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
        const texts = channels.map((channel) => {
          const isDefault = params.include_default ? `,"is_default":${channel.isDefault}` : ''
          return `{${channelText(realm, channel, false)}${isDefault}}`
        })
        return joinedJson({ streams: jsonList(texts) })
      },
    }),
    endpoint({
      method: 'GET',
      path: '/get_stream_id',
      access: 'user',
      summary: 'Get the id of a channel',
      description: 'Archived channels are not found.',
      params: {
        stream: query(line(), {
          aliases: ['stream_name'],
          description: 'The name of the channel, in upper or lower case.',
          example: 'Verona',
        }),
      },
      response: { stream_id: z.int().describe('The id of the channel.') },
      errors: [
        when('No channel has this name, or you may not know of it.', invalidChannelName('nonexistent')),
      ],
      handler: async ({ realm, user, params }) => {
        const find = () => findChannelByName(realm, user, params.stream, invalidChannelName)
        return { stream_id: (await realm.withFreshState(find)).id }
      },
    }),
    endpoint({
      method: 'GET',
      path: '/users/me/{stream_id}/topics',
      access: 'userOrSpectator',
      freshness: 'handler',
      summary: 'Get the topics of a channel, the most recently active first',
      description:
        'Topics are those with a message that you may read. Without credentials, only web-public channels have topics.',
      params: { stream_id: channelInPath, allow_empty_topic_name: allowEmptyTopicName },
      response: {
        topics: z
          .array(
            z.strictObject({
              max_id: z.int().describe('The id of the newest message of the topic that you may read.'),
              name: z.string().describe('The name of the topic.'),
            }),
          )
          .describe('The topics, the one with the newest message first.'),
      },
      errors: [unreadableChannel],
      handler: async ({ realm, user, params }) => {
        const unnamed = params.allow_empty_topic_name ? '' : EMPTY_TOPIC_DISPLAY_NAME
        const topics = await readAnywhere(core, realm, user, async (sql, reader) => {
          const channel = await realm.withFreshState(() =>
            findReadableChannel(realm, reader, params.stream_id),
          )
          return topicsOf(sql, realm, reader, channel)
        })
        return { topics: topics.map(({ topic, newest }) => ({ max_id: newest, name: topic || unnamed })) }
      },
    }),
    endpoint({
      method: 'GET',
      path: '/streams/{stream_id}/former_topic',
      access: 'user',
      freshness: 'handler',
      summary: 'Get the topics that have the messages of a former topic',
      description:
        'For links to a topic that was renamed, resolved or moved since. A topic that has messages again is answered in the same way, so ask about empty ones.',
      params: {
        stream_id: channelInPath,
        topic: query(line(MAX_TOPIC_LENGTH), {
          description: 'The former name of the topic, in upper or lower case.',
          example: 'design',
        }),
        allow_empty_topic_name: allowEmptyTopicName,
      },
      response: {
        topics: z
          .array(
            z.strictObject({
              stream_id: z.int().describe('The id of the channel in which the topic is now.'),
              name: z.string().describe('The name of the topic now.'),
              max_id: z
                .int()
                .describe('The id of the newest message from the former topic that you may read.'),
            }),
          )
          .describe(
            `The topics that have messages of the former topic, the one with the newest first; at most ${MAX_SUCCESSORS}. Empty if \`message_edit_history_visibility_policy\` is \`none\`.`,
          ),
      },
      errors: [unreadableChannel],
      handler: async ({ realm, user, params }) => {
        const unnamed = params.allow_empty_topic_name ? '' : EMPTY_TOPIC_DISPLAY_NAME
        const topics = await readAnywhere(core, realm, user, async (sql, reader) => {
          const channel = await realm.withFreshState(() =>
            findReadableChannel(realm, reader, params.stream_id),
          )
          return successorsOf(sql, realm, reader, channel, topicAsStored(params.topic))
        })
        return {
          topics: topics.map(({ channelId, topic, newest }) => ({
            stream_id: channelId!,
            name: topic || unnamed,
            max_id: newest,
          })),
        }
      },
    }),
  ] as const
}
