import { z } from 'zod'

/** Channels that new users may choose together: `DefaultChannelGroup`. */
export const defaultChannelGroup = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string(),
    streams: z.array(z.int()).describe('Channel ids.'),
  })
  .meta({ id: 'DefaultChannelGroup', description: 'Channels that new users may choose together.' })
