import { z } from 'zod'
import { REACTION_TYPES } from '../../core/people/status/emoji.ts'

/** `WireStatus`. */
export const status = z.object({
  away: z.boolean().optional(),
  status_text: z.string().optional(),
  emoji_name: z.string().optional(),
  emoji_code: z.string().optional(),
  reaction_type: z.enum(REACTION_TYPES).optional(),
})
