import { z } from 'zod'
import type { EventDeclarations } from './event.ts'

const person = z.object({
  user_id: z.int().describe('The id of the user.'),
  email: z.string().describe('The email address that everyone sees.'),
})

const TOPIC = 'The name of the topic.'

const typing = {
  receivedBy:
    'The participants of the direct conversation, or the subscribers of the channel, who receive typing notifications.',
  fields: {
    message_type: z
      .enum(['direct', 'stream'])
      .describe('`stream` for a message to a channel, `direct` for a direct message.'),
    sender: person.describe('The user who types.'),
    recipients: z
      .array(person)
      .readonly()
      .optional()
      .describe('All participants of the direct conversation, including the sender.'),
    stream_id: z.int().optional().describe('The channel; absent for direct messages.'),
    topic: z.string().optional().describe(`${TOPIC} Absent for direct messages.`),
  },
  variesBy: ['stream_typing_notifications', 'empty_topic_name', 'the reader'],
  origin: 'ephemeral',
} as const

const editing = {
  receivedBy:
    'The participants of the direct conversation, or the subscribers of the channel, who receive typing notifications.',
  fields: {
    sender_id: z.int().describe('The user who edits.'),
    message_id: z.int().describe('The id of the message.'),
    recipient: z
      .union([
        z.object({
          type: z.literal('direct'),
          user_ids: z.array(z.int()).readonly().describe('The participants, including the sender.'),
        }),
        z.object({
          type: z.literal('channel'),
          channel_id: z.int().describe('The id of the channel.'),
          topic: z.string().describe(TOPIC),
        }),
      ])
      .describe('The conversation of the message.'),
  },
  variesBy: ['empty_topic_name', 'the reader'],
  origin: 'ephemeral',
} as const

/** Somebody begins or ends to write or edit a message. */
export const typingEvents = {
  'typing/start': { sentWhen: 'Somebody types a message; repeated while they go on.', ...typing },
  'typing/stop': { sentWhen: 'Somebody stopped typing a message.', ...typing },
  'typing_edit_message/start': {
    sentWhen: 'Somebody edits a message; repeated while they go on.',
    ...editing,
  },
  'typing_edit_message/stop': { sentWhen: 'Somebody stopped editing a message.', ...editing },
} as const satisfies EventDeclarations
