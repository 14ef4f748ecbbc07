import { z } from 'zod'
import { MAX_DIRECT_RECIPIENTS } from '../../config/limits.ts'
import { cannotEdit, invalidMessages } from '../../core/messaging/messages/errors.ts'
import { notifyEditing } from '../../core/messaging/typing/edit.ts'
import {
  emptyRecipients,
  missingChannelId,
  missingRecipients,
  missingTopic,
  severalChannels,
} from '../../core/messaging/typing/errors.ts'
import { notifyTypingDirect, notifyTypingInChannel } from '../../core/messaging/typing/notify.ts'
import type { ChannelId, MessageId, UserId } from '../../core/platform/ids.ts'
import { endpoint } from '../http/endpoint.ts'
import { form, id, json, line, longId, path } from '../http/parameter.ts'

const op = form(z.enum(['start', 'stop']))

export function typingRoutes() {
  return [
    endpoint({
      method: 'POST',
      path: '/typing',
      access: 'user',
      freshness: 'later',
      summary: 'Notify others that you start or stop typing a message',
      params: {
        op,
        type: form(z.enum(['direct', 'stream', 'channel', 'private']).default('direct')),
        to: json(z.array(id<UserId>()).max(MAX_DIRECT_RECIPIENTS).optional()),
        stream_id: json(id<ChannelId>().optional()),
        topic: form(line().optional(), { aliases: ['subject'] }),
      },
      errors: [missingChannelId()],
      handler: async ({ caller, params }) => {
        const { op, to } = params
        if (params.type === 'stream' || params.type === 'channel') {
          const channel = params.stream_id ?? onlyChannel(to)
          if (params.topic === undefined) throw missingTopic()
          await notifyTypingInChannel(caller, op, { channel, topic: params.topic })
        } else {
          if (to === undefined) throw missingRecipients()
          if (to.length === 0) throw emptyRecipients()
          await notifyTypingDirect(caller, op, to)
        }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/messages/{message_id}/typing',
      access: 'user',
      summary: 'Notify others that you start or stop editing a message',
      params: { op, message_id: path(longId<MessageId>()) },
      errors: [invalidMessages(), cannotEdit()],
      handler: ({ caller, params }) => notifyEditing(caller, params.op, params.message_id),
    }),
  ] as const
}

/** Older clients send the channel as the only recipient. */
function onlyChannel(to: readonly number[] | undefined): ChannelId {
  if (to === undefined || to.length === 0) throw missingChannelId()
  if (to.length > 1) throw severalChannels()
  return to[0] as ChannelId
}
