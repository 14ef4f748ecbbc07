import { z } from 'zod'

const common = {
  content: z.string().describe('The text in Markdown.'),
  rendered_content: z.string().describe('The text as HTML.'),
  scheduled_delivery_timestamp: z.int().describe('When it is sent, in Unix seconds.'),
  failed: z.boolean().describe('Whether the server could not send it.'),
}

export const scheduledMessage = z
  .object({
    scheduled_message_id: z.int().describe('The id of the scheduled message.'),
    type: z
      .enum(['stream', 'private'])
      .describe('`stream` for a message to a channel, `private` for a direct message.'),
    to: z
      .union([z.int(), z.array(z.int())])
      .describe('The id of the channel, or the ids of the users of a direct message.'),
    topic: z.string().optional().describe('The topic; absent for direct messages.'),
    ...common,
  })
  .meta({ id: 'ScheduledMessage', description: 'A message that the server sends at a given time.' })

export const reminder = z
  .object({
    reminder_id: z.int().describe('The id of the reminder.'),
    type: z.literal('private'),
    to: z.array(z.int()).describe('The id of the user who is reminded.'),
    ...common,
    reminder_target_message_id: z
      .int()
      .describe('The message that the user is reminded of; 0 when an import did not contain it.'),
  })
  .meta({ id: 'Reminder', description: 'A direct message by which the server reminds a user of a message.' })
