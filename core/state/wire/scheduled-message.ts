import { z } from 'zod'

const common = {
  content: z.string().describe('Markdown.'),
  rendered_content: z.string().describe('HTML.'),
  scheduled_delivery_timestamp: z.int().describe('When it is sent, in Unix seconds.'),
  failed: z.boolean().describe('Whether the server could not send it.'),
}

export const scheduledMessage = z
  .object({
    scheduled_message_id: z.int(),
    type: z.enum(['stream', 'private']),
    to: z.union([z.int(), z.array(z.int())]).describe('The channel, or the users of a direct message.'),
    topic: z.string().optional().describe('Absent for direct messages.'),
    ...common,
  })
  .meta({ id: 'ScheduledMessage', description: 'A message that the server sends at a given time.' })

export const reminder = z
  .object({
    reminder_id: z.int(),
    type: z.literal('private'),
    to: z.array(z.int()),
    ...common,
    reminder_target_message_id: z.int(),
  })
  .meta({ id: 'Reminder', description: 'A direct message by which the server reminds a user of a message.' })
