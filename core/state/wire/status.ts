import { z } from 'zod'
import { reactionType } from './reaction-type.ts'

/** `WireStatus`. */
export const status = z
  .object({
    away: z.boolean().optional().describe('Deprecated: whether the user hides their presence.'),
    status_text: z.string().optional().describe('The text.'),
    emoji_name: z.string().optional().describe('The name of the emoji.'),
    emoji_code: z.string().optional().describe('What identifies the emoji within its `reaction_type`.'),
    reaction_type: reactionType.optional(),
  })
  .meta({ id: 'Status', description: 'What a user says of what they do. Absent fields are not set.' })
