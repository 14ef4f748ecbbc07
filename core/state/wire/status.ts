import { z } from 'zod'
import { reactionType } from './reaction-type.ts'

/** `WireStatus`. */
export const status = z
  .object({
    away: z.boolean().optional().describe('Deprecated: whether the user hides their presence.'),
    status_text: z.string().optional(),
    emoji_name: z.string().optional(),
    emoji_code: z.string().optional(),
    reaction_type: reactionType.optional(),
  })
  .meta({ id: 'Status', description: 'What a user says of what they do. Absent fields are not set.' })
