import { z } from 'zod'
import {
  MAX_DIRECT_RECIPIENTS,
  MAX_MESSAGE_LENGTH,
  MAX_SCHEDULED_MESSAGES,
  MAX_TOPIC_LENGTH,
} from '../../../config/limits.ts'
import { nothingToChange } from '../../../core/messaging/messages/errors.ts'
import {
  noSuchScheduledMessage,
  notInFuture,
  recipientRequired,
  tooManyScheduled,
  topicRequired,
} from '../../../core/messaging/scheduled/errors.ts'
import {
  deleteScheduledMessage,
  destinationOfIds,
  scheduleMessage,
  updateScheduledMessage,
} from '../../../core/messaging/scheduled/schedule.ts'
import { scheduledMessagesOf } from '../../../core/messaging/scheduled/scheduled-message.ts'
import type { SendRequest } from '../../../core/messaging/sending/send.ts'
import type { ScheduledMessageId, UserId } from '../../../core/platform/ids.ts'
import { scheduledMessage } from '../../../core/state/wire/scheduled-message.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, id, json, line, path, text } from '../../http/endpoint/parameter.ts'
import type { Services } from '../../services.ts'
import { sendErrors } from '../../wire/shared-errors.ts'
import { deliveryTime } from '../../wire/shared-parameters.ts'

const type = z.enum(['direct', 'channel', 'stream', 'private'])
const to = z.union([id<UserId>(), z.array(id<UserId>()).max(MAX_DIRECT_RECIPIENTS)])

const scheduled_message_id = path(id<ScheduledMessageId>(), {
  description: 'The id of the scheduled message.',
  example: 17,
})
const TYPE = {
  description:
    'Whether the message goes to a channel (`channel`, formerly `stream`) or to people (`direct`, formerly `private`).',
  example: 'channel',
} as const
const TO = { description: 'The id of the channel, or a list of the ids of the recipients.', example: 42 }
const CONTENT = { description: 'The text of the message, in Markdown.', example: 'Curtain up!' }
const TOPIC = {
  aliases: ['subject'],
  description: 'The topic of a message to a channel. Direct messages ignore it.',
  example: 'tonight',
}
const AT = { description: 'When the message is sent, in Unix seconds.', example: 4_102_444_800 }
const unknown = when('You have no such scheduled message.', noSuchScheduledMessage())
const past = when('The time is not in the future.', notInFuture())
const full = when('You would have too many scheduled messages and reminders.', tooManyScheduled())

export function scheduledMessageRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/scheduled_messages',
      access: 'user',
      summary: 'Get your scheduled messages',
      response: {
        scheduled_messages: z
          .array(scheduledMessage)
          .describe('Your scheduled messages in the order of their times, failed ones too.'),
      },
      handler: async ({ user }) => ({ scheduled_messages: await scheduledMessagesOf(core.db, user) }),
    }),
    endpoint({
      method: 'POST',
      path: '/scheduled_messages',
      access: 'user',
      summary: 'Schedule a message',
      description: `You need the permissions to send the message now. They are checked again at the time; if the message cannot be sent then, it stays in the list with \`failed\`. You can have ${MAX_SCHEDULED_MESSAGES} scheduled messages and reminders together. Your clients get the event \`scheduled_messages\`.`,
      params: {
        type: form(type, TYPE),
        to: json(to, TO),
        content: form(text(MAX_MESSAGE_LENGTH), CONTENT),
        topic: form(line(MAX_TOPIC_LENGTH).optional(), TOPIC),
        scheduled_delivery_timestamp: json(deliveryTime, AT),
        read_by_sender: json(z.boolean().optional(), {
          description:
            'Whether the message arrives as read for you. If absent, it does when the client that schedules it is one for people.',
          example: true,
        }),
      },
      response: { scheduled_message_id: z.int().describe('The id of the new scheduled message.') },
      errors: [past, full, ...sendErrors],
      handler: async ({ caller, client, params }) => {
        const request: SendRequest = {
          to: destinationOfIds(kindOf(params.type), listOf(params.to), params.topic),
          content: params.content,
          client,
          ...(params.read_by_sender !== undefined && { readBySender: params.read_by_sender }),
        }
        const at = params.scheduled_delivery_timestamp
        return { scheduled_message_id: await scheduleMessage(caller, request, at) }
      },
    }),
    endpoint({
      method: 'PATCH',
      path: '/scheduled_messages/{scheduled_message_id}',
      access: 'user',
      summary: 'Change a scheduled message',
      description:
        'Absent parameters stay as they are. A message that could not be sent needs a new time, and is then sent. Your clients get the event `scheduled_messages`.',
      exampleParams: ['content', 'scheduled_delivery_timestamp'],
      params: {
        scheduled_message_id,
        type: form(type.optional(), TYPE),
        to: json(to.optional(), TO),
        content: form(text(MAX_MESSAGE_LENGTH).optional(), CONTENT),
        topic: form(line(MAX_TOPIC_LENGTH).optional(), TOPIC),
        scheduled_delivery_timestamp: json(deliveryTime.optional(), AT),
      },
      errors: [
        unknown,
        when('The request changes nothing.', nothingToChange()),
        when('`type` is given without `to`.', recipientRequired()),
        when('`type` is `channel`, and `topic` is absent.', topicRequired()),
        past,
        ...sendErrors,
      ],
      handler: async ({ caller, params }) => {
        const kind = params.type && kindOf(params.type)
        if (kind !== undefined && params.to === undefined) throw recipientRequired()
        if (kind === 'channel' && params.topic === undefined) throw topicRequired()
        await updateScheduledMessage(caller, params.scheduled_message_id, {
          kind,
          ids: params.to === undefined ? undefined : listOf(params.to),
          topic: params.topic,
          content: params.content,
          deliverAt: params.scheduled_delivery_timestamp,
        })
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/scheduled_messages/{scheduled_message_id}',
      access: 'user',
      summary: 'Delete a scheduled message',
      params: { scheduled_message_id },
      errors: [unknown],
      handler: ({ caller, params }) => deleteScheduledMessage(caller, params.scheduled_message_id),
    }),
  ] as const
}

const kindOf = (given: z.output<typeof type>) =>
  given === 'channel' || given === 'stream' ? 'channel' : 'direct'
const listOf = (given: z.output<typeof to>): readonly number[] => (Array.isArray(given) ? given : [given])
