import { z } from 'zod'
import { reminder, scheduledMessage } from '../wire/scheduled-message.ts'
import type { EventDeclarations } from './event.ts'

/** Scheduled messages and reminders. */
export const scheduledMessageEvents = {
  'scheduled_messages/add': {
    receivedBy: 'The sender.',
    fields: { scheduled_messages: z.array(scheduledMessage).readonly() },
  },
  'scheduled_messages/update': { receivedBy: 'The sender.', fields: { scheduled_message: scheduledMessage } },
  'scheduled_messages/remove': {
    receivedBy: 'The sender, also when the message is sent.',
    fields: { scheduled_message_id: z.int() },
  },
  'reminders/add': {
    receivedBy: 'The user who asked for the reminder.',
    fields: { reminders: z.array(reminder).readonly() },
  },
  'reminders/remove': {
    receivedBy: 'The user who asked for the reminder, also when it is due.',
    fields: { reminder_id: z.int() },
  },
} as const satisfies EventDeclarations
