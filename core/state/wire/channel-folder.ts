import { z } from 'zod'

/** A folder of channels: `ChannelFolder`. */
export const channelFolder = z
  .object({
    id: z.int().describe('The id of the folder.'),
    name: z.string().describe('The name of the folder.'),
    description: z.string().describe('The description in Markdown.'),
    rendered_description: z.string().describe('The description as HTML.'),
    date_created: z.int().describe('When the folder was created, in Unix seconds.'),
    creator_id: z.int().nullable().describe('The user who created the folder; null when not known.'),
    order: z.int().describe('Folders are shown in increasing order.'),
    is_archived: z.boolean().describe('Whether the folder is archived. It then has no channels.'),
  })
  .meta({ id: 'ChannelFolder', description: 'A folder that channels are shown in.' })
