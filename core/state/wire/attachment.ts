import { z } from 'zod'

/** An uploaded file; times are in milliseconds. */
export const attachment = z.object({
  id: z.int(),
  name: z.string(),
  path_id: z.string(),
  size: z.int(),
  create_time: z.int(),
  messages: z.array(z.object({ date_sent: z.int(), id: z.int() })).readonly(),
})
