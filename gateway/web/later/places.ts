import type { Places } from '../saving/places.ts'

export const SCHEDULED: Places<'topic' | 'content' | 'scheduled_delivery_timestamp'> = {
  operations: ['PATCH /scheduled_messages/{scheduled_message_id}'],
  fields: {
    topic: [
      'Invalid character in topic, at position {position}!',
      'Sending messages to the general chat is not allowed in this channel.',
      'Only the general chat topic is allowed in this channel.',
    ],
    content: [
      'Message must not be empty',
      "You are not allowed to mention user group '{group}'.",
      'You do not have permission to use channel wildcard mentions in this channel.',
      'You do not have permission to use topic wildcard mentions in this topic.',
    ],
    scheduled_delivery_timestamp: ['Scheduled delivery time must be in the future.'],
  },
}

export const REMINDER: Places<'scheduled_delivery_timestamp' | 'note'> = {
  operations: ['POST /reminders', 'DELETE /reminders/{reminder_id}'],
  fields: {
    scheduled_delivery_timestamp: ['Scheduled delivery time must be in the future.'],
    note: [],
  },
}
