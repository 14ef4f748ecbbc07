import { z } from 'zod'

/** spec.md "Draft". */
export const draft = z
  .object({
    id: z.int(),
    type: z.enum(['', 'stream', 'private']).describe('Empty without recipients.'),
    to: z.array(z.int()).readonly().describe('One channel, or the users of a direct message.'),
    topic: z.string().describe('Empty for direct messages.'),
    content: z.string().describe('Markdown.'),
    timestamp: z.int().describe('When it last changed, in Unix seconds.'),
  })
  .meta({ id: 'Draft', description: 'A message that is not sent yet.' })
