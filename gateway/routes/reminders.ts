import { z } from 'zod'
import { invalidMessages } from '../../core/messaging/messages/errors.ts'
import { noSuchReminder, notInFuture } from '../../core/messaging/scheduled/errors.ts'
import { createReminder, deleteReminder } from '../../core/messaging/scheduled/remind.ts'
import { remindersOf } from '../../core/messaging/scheduled/scheduled-message.ts'
import type { MessageId, ScheduledMessageId } from '../../core/platform/ids.ts'
import { reminder } from '../../core/state/wire/scheduled-message.ts'
import { endpoint } from '../http/endpoint.ts'
import { form, id, longId, path, text } from '../http/parameter.ts'
import type { Services } from '../services.ts'

export function reminderRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/reminders',
      access: 'user',
      summary: 'Get your reminders',
      response: { reminders: z.array(reminder) },
      handler: async ({ user }) => ({ reminders: await remindersOf(core.db, user.id) }),
    }),
    endpoint({
      method: 'POST',
      path: '/reminders',
      access: 'user',
      summary: 'Create a reminder for a message',
      params: {
        message_id: form(longId<MessageId>()),
        scheduled_delivery_timestamp: form(z.int().max(253_402_300_799)),
        note: form(text().default('')),
      },
      response: { reminder_id: z.int() },
      errors: [invalidMessages(), notInFuture()],
      handler: async ({ caller, client, params }) => ({
        reminder_id: await createReminder(caller, {
          message: params.message_id,
          deliverAt: params.scheduled_delivery_timestamp,
          note: params.note,
          client,
        }),
      }),
    }),
    endpoint({
      method: 'DELETE',
      path: '/reminders/{reminder_id}',
      access: 'user',
      summary: 'Delete a reminder',
      params: { reminder_id: path(id<ScheduledMessageId>()) },
      errors: [noSuchReminder()],
      handler: ({ caller, params }) => deleteReminder(caller, params.reminder_id),
    }),
  ] as const
}
