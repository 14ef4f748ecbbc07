import { z } from 'zod'
import {
  MAX_DIRECT_RECIPIENTS,
  MAX_SUBSCRIBERS_FOR_TYPING,
  MAX_TOPIC_LENGTH,
} from '../../../config/limits.ts'
import {
  cannotEdit,
  noSuchRecipientId,
  notAuthorizedToSend,
  recipientDeactivated,
  recipientsNotAccessible,
} from '../../../core/messaging/messages/errors.ts'
import { notifyEditing } from '../../../core/messaging/typing/edit.ts'
import {
  emptyRecipients,
  missingChannelId,
  missingRecipients,
  missingTopic,
  severalChannels,
  typingNotificationsDisabled,
} from '../../../core/messaging/typing/errors.ts'
import { notifyTypingDirect, notifyTypingInChannel } from '../../../core/messaging/typing/notify.ts'
import type { ChannelId, UserId } from '../../../core/platform/ids.ts'
import { invalidChannelId } from '../../../core/state/channels/errors.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, id, json, line } from '../../http/endpoint/parameter.ts'
import { topicErrors, unreadableMessage } from '../../wire/shared-errors.ts'
import { messageInPath } from '../../wire/shared-parameters.ts'

const op = form(z.enum(['start', 'stop']), {
  description: '`start` when you begin or go on, `stop` when you stop.',
  example: 'start',
})
const TOO_MANY = `Nothing is sent in channels with more than ${MAX_SUBSCRIBERS_FOR_TYPING} subscribers.`
const disabled = (kind: 'direct' | 'channel') =>
  when(
    `Your settings do not show others that you type ${kind === 'direct' ? 'direct messages' : 'messages to channels'}.`,
    typingNotificationsDisabled(kind),
  )

export function typingRoutes() {
  return [
    endpoint({
      method: 'POST',
      path: '/typing',
      access: 'user',
      freshness: 'later',
      summary: 'Notify others that you start or stop typing a message',
      description: `Repeat \`start\` as often as \`server_typing_started_wait_period_milliseconds\` of \`POST /register\` says, while the user types. Recipients whose settings allow it get the event \`typing\`. ${TOO_MANY}`,
      exampleParams: ['type', 'stream_id', 'topic'],
      params: {
        op,
        type: form(z.enum(['direct', 'stream', 'channel', 'private']).default('direct'), {
          description:
            'Whether you write to a channel (`channel` or `stream`) or to people (`direct`, formerly `private`).',
          example: 'stream',
        }),
        to: json(z.array(id<UserId>()).max(MAX_DIRECT_RECIPIENTS).optional(), {
          description: 'The ids of the recipients of a direct message.',
          example: [10, 11],
        }),
        stream_id: json(id<ChannelId>().optional(), { description: 'The id of the channel.', example: 42 }),
        topic: form(line(MAX_TOPIC_LENGTH).optional(), {
          aliases: ['subject'],
          description: 'The topic in the channel.',
          example: 'design',
        }),
      },
      errors: [
        when('You write to people, and `to` is absent.', missingRecipients()),
        when('You write to people, and `to` is empty.', emptyRecipients()),
        when('A recipient does not exist.', noSuchRecipientId(10)),
        when('You are a guest who may not know a recipient.', recipientsNotAccessible()),
        when('A recipient is deactivated.', recipientDeactivated('ophelia@demo.test')),
        disabled('direct'),
        when('You write to a channel, and none is given.', missingChannelId()),
        when('You write to a channel, and several are given.', severalChannels()),
        when('You write to a channel, and `topic` is absent.', missingTopic()),
        ...topicErrors,
        when('The channel does not exist, is archived, or you may not see it.', invalidChannelId()),
        when('You may not send messages to the channel.', notAuthorizedToSend('Denmark')),
        disabled('channel'),
      ],
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
      description: `Recipients of the message whose settings allow it get the event \`typing_edit_message\`. ${TOO_MANY}`,
      permission: 'The sender of the message.',
      params: { op, message_id: messageInPath },
      errors: [
        unreadableMessage,
        when('Somebody else sent the message.', cannotEdit()),
        disabled('direct'),
        disabled('channel'),
      ],
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
