import { z } from 'zod'
import { MAX_DIRECT_RECIPIENTS } from '../../config/limits.ts'
import { noSuchChannelId, noSuchRecipientId } from '../../core/messaging/messages/errors.ts'
import type { SendRequest } from '../../core/messaging/messages/send.ts'
import {
  noSuchScheduledMessage,
  notInFuture,
  recipientRequired,
  topicRequired,
} from '../../core/messaging/scheduled/errors.ts'
import {
  deleteScheduledMessage,
  destinationOfIds,
  scheduleMessage,
  updateScheduledMessage,
} from '../../core/messaging/scheduled/schedule.ts'
import { scheduledMessagesOf } from '../../core/messaging/scheduled/scheduled-message.ts'
import type { ScheduledMessageId, UserId } from '../../core/platform/ids.ts'
import { scheduledMessage } from '../../core/state/wire/scheduled-message.ts'
import { endpoint } from '../http/endpoint.ts'
import { form, id, json, line, path, text } from '../http/parameter.ts'
import type { Services } from '../services.ts'

const type = z.enum(['direct', 'channel', 'stream', 'private'])
const to = z.union([id<UserId>(), z.array(id<UserId>()).max(MAX_DIRECT_RECIPIENTS)])
/** Unix seconds, up to the year 9999. */
const deliveryTime = z.int().max(253_402_300_799)

export function scheduledMessageRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/scheduled_messages',
      access: 'user',
      summary: 'Get your scheduled messages',
      response: { scheduled_messages: z.array(scheduledMessage) },
      handler: async ({ user }) => ({ scheduled_messages: await scheduledMessagesOf(core.db, user.id) }),
    }),
    endpoint({
      method: 'POST',
      path: '/scheduled_messages',
      access: 'user',
      summary: 'Schedule a message',
      params: {
        type: form(type),
        to: json(to),
        content: form(text()),
        topic: form(line().optional(), { aliases: ['subject'] }),
        scheduled_delivery_timestamp: json(deliveryTime),
        read_by_sender: json(z.boolean().optional()),
      },
      response: { scheduled_message_id: z.int() },
      errors: [noSuchChannelId(9), noSuchRecipientId(10), notInFuture()],
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
      params: {
        scheduled_message_id: path(id<ScheduledMessageId>()),
        type: form(type.optional()),
        to: json(to.optional()),
        content: form(text().optional()),
        topic: form(line().optional(), { aliases: ['subject'] }),
        scheduled_delivery_timestamp: json(deliveryTime.optional()),
      },
      errors: [
        noSuchChannelId(9),
        noSuchRecipientId(10),
        noSuchScheduledMessage(),
        notInFuture(),
        recipientRequired(),
        topicRequired(),
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
      params: { scheduled_message_id: path(id<ScheduledMessageId>()) },
      errors: [noSuchScheduledMessage()],
      handler: ({ caller, params }) => deleteScheduledMessage(caller, params.scheduled_message_id),
    }),
  ] as const
}

const kindOf = (given: z.output<typeof type>) =>
  given === 'channel' || given === 'stream' ? 'channel' : 'direct'
const listOf = (given: z.output<typeof to>): readonly number[] => (Array.isArray(given) ? given : [given])
