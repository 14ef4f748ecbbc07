import { z } from 'zod'

/** A folder of channels: `ChannelFolder`. */
export const channelFolder = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string(),
    rendered_description: z.string().describe('HTML.'),
    date_created: z.int().describe('Unix seconds.'),
    creator_id: z.int().nullable(),
    order: z.int().describe('Folders are shown in increasing order.'),
    is_archived: z.boolean(),
  })
  .meta({ id: 'ChannelFolder', description: 'A folder that channels are shown in.' })
