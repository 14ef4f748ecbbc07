import type { Places } from '../../saving/places.ts'

export const MOVE: Places<'channel' | 'topic' | 'mode'> = {
  operations: ['PATCH /messages/{message_id}'],
  fields: {
    channel: ['Invalid channel ID'],
    topic: [
      'Invalid character in topic, at position {position}!',
      'General chat cannot be marked as resolved',
      'Sending messages to the general chat is not allowed in this channel.',
      'Only the general chat topic is allowed in this channel.',
      "You don't have permission to resolve topics.",
      "The time limit for editing this message's topic has passed",
    ],
    mode: ['You only have permission to move the {some}/{all} most recent messages in this topic.'],
  },
  parameters: { stream_id: 'channel', propagate_mode: 'mode' },
}

export const STATUS: Places<'status_text' | 'emoji' | 'clear_at'> = {
  operations: ['POST /users/me/status', 'POST /users/{user_id}/status'],
  fields: {
    status_text: [],
    emoji: [
      "Emoji '{name}' does not exist",
      'Invalid emoji code.',
      'Invalid emoji name.',
      'Invalid custom emoji.',
      'Invalid custom emoji name.',
      'This custom emoji has been deactivated.',
    ],
    clear_at: ['A status ends in the future, within {days} days.'],
  },
  parameters: { emoji_name: 'emoji', emoji_code: 'emoji', reaction_type: 'emoji' },
}

export const REPORT: Places<'report_type' | 'description'> = {
  operations: ['POST /messages/{message_id}/report'],
  fields: {
    report_type: [],
    description: ['An explanation is required when the reason is not one of the others.'],
  },
}
