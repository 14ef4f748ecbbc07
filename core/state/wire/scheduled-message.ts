import { z } from 'zod'

const common = {
  content: z.string(),
  rendered_content: z.string(),
  scheduled_delivery_timestamp: z.int(),
  failed: z.boolean(),
}

export const scheduledMessage = z.object({
  scheduled_message_id: z.int(),
  type: z.enum(['stream', 'private']),
  to: z.union([z.int(), z.array(z.int())]),
  topic: z.string().optional(),
  ...common,
})

export const reminder = z.object({
  reminder_id: z.int(),
  type: z.literal('private'),
  to: z.array(z.int()),
  ...common,
  reminder_target_message_id: z.int(),
})
