import { z } from 'zod'
import { chooseVisibility } from '../../core/channels/user-topics/choose.ts'
import { topicNotMuted } from '../../core/channels/user-topics/errors.ts'
import { VisibilityPolicy } from '../../core/channels/user-topics/policy.ts'
import type { ChannelId } from '../../core/platform/ids.ts'
import { invalidChannelId, invalidChannelName } from '../../core/state/channels/errors.ts'
import { visibilityPolicy } from '../../core/state/wire/user-topic.ts'
import { endpoint } from '../http/endpoint.ts'
import { form, id, json, line } from '../http/parameter.ts'
import { missing, unsupportedCombination } from '../http/parameter-errors.ts'

const channelGivenTwice = () => unsupportedCombination('stream_id', 'stream')

export function userTopicRoutes() {
  return [
    endpoint({
      method: 'POST',
      path: '/user_topics',
      access: 'user',
      summary: "Mute, unmute or follow a topic, or reset it to its channel's policy",
      params: {
        stream_id: json(id<ChannelId>()),
        topic: form(line(), { aliases: ['subject', 'topic_name'] }),
        visibility_policy: json(visibilityPolicy),
      },
      errors: [invalidChannelId()],
      handler: ({ caller, params }) => {
        const chosen = { channel: params.stream_id, topic: params.topic }
        return chooseVisibility(caller, chosen, params.visibility_policy)
      },
    }),
    endpoint({
      method: 'PATCH',
      path: '/users/me/subscriptions/muted_topics',
      access: 'user',
      summary: 'Mute or unmute a topic (legacy; use POST /user_topics)',
      params: {
        stream_id: json(id<ChannelId>().optional()),
        stream: form(line().optional(), { aliases: ['stream_name'] }),
        topic: form(line(), { aliases: ['subject', 'topic_name'] }),
        op: form(z.enum(['add', 'remove'])),
      },
      errors: [invalidChannelId(), invalidChannelName('nonexistent'), topicNotMuted(), channelGivenTwice()],
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
