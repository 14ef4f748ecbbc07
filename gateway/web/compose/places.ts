import type { Places } from '../saving/places.ts'

export const SNIPPET: Places<'title' | 'content'> = {
  operations: ['PATCH /saved_snippets/{saved_snippet_id}'],
  fields: { title: ['Title cannot be empty.'], content: ['Content cannot be empty.'] },
}
