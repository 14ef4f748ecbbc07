import { z } from 'zod'
import { savedSnippet } from '../wire/saved-snippet.ts'
import type { EventDeclarations } from './event.ts'

export const savedSnippetEvents = {
  'saved_snippets/add': { receivedBy: 'The author of the snippet.', fields: { saved_snippet: savedSnippet } },
  'saved_snippets/update': {
    receivedBy: 'The author of the snippet.',
    fields: { saved_snippet: savedSnippet },
  },
  'saved_snippets/remove': {
    receivedBy: 'The author of the snippet.',
    fields: { saved_snippet_id: z.int() },
  },
} as const satisfies EventDeclarations
