import { z } from 'zod'
import { MAX_DIRECT_RECIPIENTS } from '../../config/limits.ts'
import { invalidMessages } from '../../core/messaging/messages/errors.ts'
import { typeEdit } from '../../core/messaging/typing/edit.ts'
import { typeDirect, typeInChannel } from '../../core/messaging/typing/notify.ts'
import { ApiError } from '../../core/platform/errors.ts'
import type { ChannelId, MessageId, UserId } from '../../core/platform/ids.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { form, id, json, line, longId, path } from '../http/parameter.ts'

const op = form(z.enum(['start', 'stop']))
const missingChannel = new ApiError('Missing channel ID')

export function typingRoutes(): Endpoint[] {
  return [
    endpoint({
      method: 'POST',
      path: '/typing',
      access: 'user',
      freshness: 'later',
      summary: 'Tell others that one begins or ends to write a message',
      params: {
        op,
        type: form(z.enum(['direct', 'stream', 'channel', 'private']).default('direct')),
        to: json(z.array(id<UserId>()).max(MAX_DIRECT_RECIPIENTS).optional()),
        stream_id: json(id<ChannelId>().optional()),
        topic: form(line().optional(), { aliases: ['subject'] }),
      },
      errors: [missingChannel],
      handler: async ({ caller, params }) => {
        const { op, to } = params
        if (params.type === 'stream' || params.type === 'channel') {
          const channel = params.stream_id ?? onlyChannel(to)
          if (params.topic === undefined) throw new ApiError('Missing topic')
          await typeInChannel(caller, op, { channel, topic: params.topic })
        } else {
          if (to === undefined) throw new ApiError("Missing 'to' argument")
          if (to.length === 0) throw new ApiError("Empty 'to' list")
          await typeDirect(caller, op, to)
        }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/messages/{message_id}/typing',
      access: 'user',
      summary: 'Tell others that one begins or ends to edit a message',
      params: { op, message_id: path(longId<MessageId>()) },
      errors: [invalidMessages(), new ApiError("You don't have permission to edit this message")],
      handler: ({ caller, params }) => typeEdit(caller, params.op, params.message_id),
    }),
  ]
}

/** Older clients name the channel as the one recipient. */
function onlyChannel(to: readonly number[] | undefined): ChannelId {
  if (to === undefined || to.length === 0) throw new ApiError('Missing channel ID')
  if (to.length > 1) throw new ApiError('Cannot send to multiple channels')
  return to[0] as ChannelId
}
