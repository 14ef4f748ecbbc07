import { z } from 'zod'

export const savedSnippet = z.object({
  id: z.int(),
  title: z.string(),
  content: z.string(),
  date_created: z.int(),
})
