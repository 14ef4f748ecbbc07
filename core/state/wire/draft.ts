import { z } from 'zod'

/** spec.md "Draft". */
export const draft = z.object({
  id: z.int(),
  type: z.enum(['', 'stream', 'private']),
  to: z.array(z.int()).readonly(),
  topic: z.string(),
  content: z.string(),
  timestamp: z.int(),
})
