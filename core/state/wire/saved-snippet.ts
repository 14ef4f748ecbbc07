import { z } from 'zod'

export const savedSnippet = z
  .object({
    id: z.int().describe('The id of the snippet.'),
    title: z.string().describe('The title of the snippet.'),
    content: z.string().describe('The text in Markdown.'),
    date_created: z.int().describe('When the snippet was saved, in Unix seconds.'),
  })
  .meta({ id: 'SavedSnippet', description: 'A text that a user sends often.' })
