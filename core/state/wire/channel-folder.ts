import { z } from 'zod'

/** A folder of channels: `ChannelFolder`. */
export const channelFolder = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  rendered_description: z.string(),
  date_created: z.int(),
  creator_id: z.int().nullable(),
  order: z.int(),
  is_archived: z.boolean(),
})
