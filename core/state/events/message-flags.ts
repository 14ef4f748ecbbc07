import { z } from 'zod'
import type { EventDeclarations } from './event.ts'

const common = {
  flag: z.string(),
  messages: z.array(z.int()).readonly(),
  all: z.boolean(),
}

/** Where a message that is unread again belongs. */
const unreadDetails = z.object({
  type: z.enum(['private', 'stream']),
  mentioned: z.literal(true).optional(),
  /** Everyone in the conversation but the reader. */
  user_ids: z.array(z.int()).optional(),
  stream_id: z.int().optional(),
  topic: z.string().optional(),
  unmuted_stream_msg: z.boolean().optional(),
})

export const messageFlagEvents = {
  'update_message_flags/add': {
    receivedBy: 'The user whose flags changed.',
    fields: { operation: z.literal('add'), ...common },
  },
  'update_message_flags/remove': {
    receivedBy: 'The user whose flags changed.',
    fields: {
      operation: z.literal('remove'),
      ...common,
      /** By message; when the messages are unread again. */
      message_details: z.record(z.string(), unreadDetails).optional(),
    },
  },
} as const satisfies EventDeclarations
