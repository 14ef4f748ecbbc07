import { z } from 'zod'

export const savedSnippet = z
  .object({
    id: z.int(),
    title: z.string(),
    content: z.string().describe('Markdown.'),
    date_created: z.int().describe('Unix seconds.'),
  })
  .meta({ id: 'SavedSnippet', description: 'A text that a user sends often.' })
