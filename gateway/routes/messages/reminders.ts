import { z } from 'zod'
import { MAX_REMINDER_NOTE_LENGTH, MAX_SCHEDULED_MESSAGES } from '../../../config/limits.ts'
import { noSuchReminder, notInFuture, tooManyScheduled } from '../../../core/messaging/scheduled/errors.ts'
import { createReminder, deleteReminder } from '../../../core/messaging/scheduled/remind.ts'
import { remindersOf } from '../../../core/messaging/scheduled/reminder.ts'
import { tooLong } from '../../../core/platform/errors.ts'
import type { ScheduledMessageId } from '../../../core/platform/ids.ts'
import { reminder } from '../../../core/state/wire/scheduled-message.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, id, path, text } from '../../http/endpoint/parameter.ts'
import type { Services } from '../../services.ts'
import { unreadableMessage } from '../../wire/shared-errors.ts'
import { deliveryTime, messageInForm } from '../../wire/shared-parameters.ts'

export function reminderRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/reminders',
      access: 'user',
      summary: 'Get your reminders',
      description:
        'A reminder shows its message as it is now. A reminder of a message that is deleted, or that you may no longer read, does not show the message.',
      response: { reminders: z.array(reminder).describe('Your reminders.') },
      handler: async ({ realm, user }) => ({
        reminders: await remindersOf(core.db, realm, user, core.options.rootUrl),
      }),
    }),
    endpoint({
      method: 'POST',
      path: '/reminders',
      access: 'user',
      summary: 'Create a reminder for a message',
      description: `At the time, the notification bot sends you a direct message that links to the message and shows its text as it is then, or only says that you can no longer read it. You can have ${MAX_SCHEDULED_MESSAGES} reminders and scheduled messages together. Your clients get the event \`reminders\`, also when the reminder is sent.`,
      params: {
        message_id: messageInForm,
        scheduled_delivery_timestamp: form(deliveryTime, {
          description: 'When you are reminded, in Unix seconds.',
          example: 4_102_444_800,
        }),
        note: form(text(MAX_REMINDER_NOTE_LENGTH).default(''), {
          description: 'A text that the reminder shows with the message, in Markdown.',
          example: 'Answer Cordelia.',
        }),
      },
      response: { reminder_id: z.int().describe('The id of the new reminder.') },
      errors: [
        unreadableMessage,
        when('The time is not in the future.', notInFuture()),
        when('You would have too many scheduled messages and reminders.', tooManyScheduled()),
        when('The note is too long.', tooLong('note', MAX_REMINDER_NOTE_LENGTH)),
      ],
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
      description: 'A reminder that was sent no longer exists.',
      params: {
        reminder_id: path(id<ScheduledMessageId>(), { description: 'The id of the reminder.', example: 7 }),
      },
      errors: [when('You have no such reminder.', noSuchReminder())],
      handler: ({ caller, params }) => deleteReminder(caller, params.reminder_id),
    }),
  ] as const
}
