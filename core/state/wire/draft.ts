import { z } from 'zod'

/** spec.md "Draft". */
export const draft = z
  .object({
    id: z.int().describe('The id of the draft.'),
    type: z
      .enum(['', 'stream', 'private'])
      .describe('`stream` for a channel, `private` for users, empty without a recipient.'),
    to: z
      .array(z.int())
      .readonly()
      .describe('The id of the channel, or the ids of the users. Empty without a recipient.'),
    topic: z.string().describe('The topic; empty for direct messages.'),
    content: z.string().describe('The text in Markdown.'),
    timestamp: z.int().describe('When it last changed, in Unix seconds.'),
  })
  .meta({ id: 'Draft', description: 'A message that is not sent yet.' })
