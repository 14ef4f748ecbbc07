import { z } from 'zod'
import type { EventDeclarations } from './event.ts'

const common = {
  flag: z.string().describe('The flag, such as `read`, `starred` or `collapsed`.'),
  messages: z.array(z.int()).readonly().describe('The ids of the messages.'),
  all: z.boolean().describe('True when all messages are read now. Then `messages` is empty.'),
}

/** Where a message that is unread again belongs. */
const unreadDetails = z.object({
  type: z
    .enum(['private', 'stream'])
    .describe('`stream` for a message of a channel, `private` for a direct message.'),
  mentioned: z.literal(true).optional().describe('Present when the message mentions the reader.'),
  user_ids: z
    .array(z.int())
    .optional()
    .describe('The participants of a direct conversation without the reader.'),
  stream_id: z.int().optional().describe('The channel; absent for direct messages.'),
  topic: z.string().optional().describe('The topic; absent for direct messages.'),
  unmuted_stream_msg: z
    .boolean()
    .optional()
    .describe('Whether the reader sees the message as not muted. Only for channels.'),
})

export const messageFlagEvents = {
  'update_message_flags/add': {
    sentWhen: 'Messages got a personal flag, such as `read` or `starred`.',
    receivedBy: 'The user whose flags changed; the subscribers of a channel that is archived.',
    fields: { operation: z.literal('add').describe('Deprecated: the same as `op`.'), ...common },
  },
  'update_message_flags/remove': {
    sentWhen: 'Messages lost a personal flag, or are unread again.',
    receivedBy: 'The user whose flags changed.',
    fields: {
      operation: z.literal('remove').describe('Deprecated: the same as `op`.'),
      ...common,
      message_details: z
        .record(z.string(), unreadDetails)
        .optional()
        .describe('Where each message belongs, by its id. Only when `flag` is `read`.'),
    },
  },
} as const satisfies EventDeclarations
