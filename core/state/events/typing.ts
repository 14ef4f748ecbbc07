import { z } from 'zod'
import type { EventDeclarations } from './event.ts'

const person = z.object({ user_id: z.int(), email: z.string() })

const typing = {
  receivedBy:
    'The participants of the direct conversation, or the subscribers of the channel, who receive typing notifications.',
  fields: {
    message_type: z.enum(['direct', 'stream']),
    sender: person,
    recipients: z.array(person).readonly().optional(),
    stream_id: z.int().optional(),
    topic: z.string().optional(),
  },
  variesBy: ['stream_typing_notifications', 'empty_topic_name', 'the reader'],
  origin: 'ephemeral',
} as const

const editing = {
  receivedBy:
    'The participants of the direct conversation, or the subscribers of the channel, who receive typing notifications.',
  fields: {
    sender_id: z.int(),
    message_id: z.int(),
    recipient: z.union([
      z.object({ type: z.literal('direct'), user_ids: z.array(z.int()).readonly() }),
      z.object({ type: z.literal('channel'), channel_id: z.int(), topic: z.string() }),
    ]),
  },
  variesBy: ['empty_topic_name', 'the reader'],
  origin: 'ephemeral',
} as const

/** Somebody begins or ends to write or edit a message. */
export const typingEvents = {
  'typing/start': typing,
  'typing/stop': typing,
  'typing_edit_message/start': editing,
  'typing_edit_message/stop': editing,
} as const satisfies EventDeclarations
