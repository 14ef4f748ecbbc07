import { z } from 'zod'

/** Channels that new users may choose together: `DefaultChannelGroup`. */
export const defaultChannelGroup = z
  .object({
    id: z.int().describe('The id of the group.'),
    name: z.string().describe('The name of the group.'),
    description: z.string().describe('The description of the group.'),
    streams: z.array(z.int()).describe('The ids of its channels.'),
  })
  .meta({ id: 'DefaultChannelGroup', description: 'Channels that new users may choose together.' })
