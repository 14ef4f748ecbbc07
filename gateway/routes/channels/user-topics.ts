import { z } from 'zod'
import { MAX_MUTED_TOPICS, MAX_TOPIC_LENGTH } from '../../../config/limits.ts'
import { chooseVisibility } from '../../../core/channels/user-topics/choose.ts'
import { tooManyMutedTopics, topicNotMuted } from '../../../core/channels/user-topics/errors.ts'
import { VisibilityPolicy } from '../../../core/channels/user-topics/policy.ts'
import type { ChannelId } from '../../../core/platform/ids.ts'
import { invalidChannelId, invalidChannelName } from '../../../core/state/channels/errors.ts'
import { visibilityPolicy } from '../../../core/state/wire/user-topic.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, id, json, line } from '../../http/endpoint/parameter.ts'
import { missing, unsupportedCombination } from '../../http/parameters/parameter-errors.ts'
import { topicErrors } from '../../wire/shared-errors.ts'

const channelGivenTwice = () => unsupportedCombination('stream_id', 'stream')

const topic = form(line(MAX_TOPIC_LENGTH), {
  aliases: ['subject', 'topic_name'],
  description: 'The name of the topic, in upper or lower case. It need not have messages.',
  example: 'design',
})
const full = when('You have muted the maximum of topics.', tooManyMutedTopics(MAX_MUTED_TOPICS))
const unreadable = when(
  'The channel does not exist, is archived, or you may not read its messages.',
  invalidChannelId(),
)

export function userTopicRoutes() {
  return [
    endpoint({
      method: 'POST',
      path: '/user_topics',
      access: 'user',
      summary: "Mute, unmute or follow a topic, or reset it to its channel's policy",
      description:
        'A policy can be reset to 0 also where you can no longer read the channel. Your clients get the event `user_topic`, or `muted_topics` if they do not ask for it.',
      params: {
        stream_id: json(id<ChannelId>(), { description: 'The id of the channel.', example: 42 }),
        topic,
        visibility_policy: json(visibilityPolicy, {
          description: 'The policy: 0 as the channel has it, 1 muted, 2 unmuted, 3 followed.',
          example: 3,
        }),
      },
      errors: [unreadable, ...topicErrors, full],
      handler: ({ caller, params }) => {
        const chosen = { channel: params.stream_id, topic: params.topic }
        return chooseVisibility(caller, chosen, params.visibility_policy)
      },
    }),
    endpoint({
      method: 'PATCH',
      path: '/users/me/subscriptions/muted_topics',
      access: 'user',
      summary: 'Mute or unmute a topic',
      description:
        'Deprecated: use `POST /user_topics`. `remove` resets the topic to the policy of its channel.',
      exampleParams: ['stream_id'],
      params: {
        stream_id: json(id<ChannelId>().optional(), {
          description: 'The id of the channel. Give it or `stream`.',
          example: 42,
        }),
        stream: form(line().optional(), {
          aliases: ['stream_name'],
          description: 'The name of the channel. Give it or `stream_id`.',
          example: 'Verona',
        }),
        topic,
        op: form(z.enum(['add', 'remove']), {
          description: 'What to do: `add` mutes the topic, `remove` unmutes it.',
          example: 'add',
        }),
      },
      errors: [
        unreadable,
        ...topicErrors,
        full,
        when('The same, for a channel that is named by `stream`.', invalidChannelName('nonexistent')),
        when('You unmute a topic without a policy in a channel that you cannot read.', topicNotMuted()),
        when('Both `stream_id` and `stream` are given.', channelGivenTwice()),
        when('Neither of them is given.', missing('stream_id')),
      ],
      handler: ({ caller, params }) => {
        const { stream_id: byId, stream: byName, topic } = params
        if (byId !== undefined && byName !== undefined) throw channelGivenTwice()
        const channel = byId ?? byName
        if (channel === undefined) throw missing('stream_id')
        const noSuchChannel = byName === undefined ? invalidChannelId : () => invalidChannelName(byName)
        const [policy, refuse] =
          params.op === 'add'
            ? [VisibilityPolicy.muted, noSuchChannel]
            : [VisibilityPolicy.inherit, topicNotMuted]
        return chooseVisibility(caller, { channel, topic }, policy, refuse)
      },
    }),
  ] as const
}
