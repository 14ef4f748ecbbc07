import { z } from 'zod'
import { reminder, scheduledMessage } from '../wire/scheduled-message.ts'
import type { EventDeclarations } from './event.ts'

/** Scheduled messages and reminders. */
export const scheduledMessageEvents = {
  'scheduled_messages/add': {
    sentWhen: 'A message was scheduled.',
    receivedBy: 'The sender.',
    fields: {
      scheduled_messages: z.array(scheduledMessage).readonly().describe('The new scheduled messages.'),
    },
  },
  'scheduled_messages/update': {
    sentWhen: 'A scheduled message was changed, could not be sent, or all messages of its topic were moved.',
    receivedBy: 'The sender.',
    fields: { scheduled_message: scheduledMessage },
  },
  'scheduled_messages/remove': {
    sentWhen: 'A scheduled message was sent or deleted.',
    receivedBy: 'The sender, also when the message is sent.',
    fields: { scheduled_message_id: z.int().describe('The id of the scheduled message.') },
  },
  'reminders/add': {
    sentWhen: 'A reminder was created.',
    receivedBy: 'The user who asked for the reminder.',
    fields: { reminders: z.array(reminder).readonly().describe('The new reminders.') },
    logged: {
      /** The channel of the message; null for a direct message, absent in entries of older versions. */
      _channel: z.int().nullable().optional(),
    },
    variesBy: ['the reader'],
  },
  'reminders/remove': {
    sentWhen: 'A reminder was delivered or deleted.',
    receivedBy: 'The user who asked for the reminder, also when it is due.',
    fields: { reminder_id: z.int().describe('The id of the reminder.') },
  },
} as const satisfies EventDeclarations
