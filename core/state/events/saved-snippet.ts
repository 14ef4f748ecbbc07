import { z } from 'zod'
import { savedSnippet } from '../wire/saved-snippet.ts'
import type { EventDeclarations } from './event.ts'

export const savedSnippetEvents = {
  'saved_snippets/add': {
    sentWhen: 'A snippet was saved.',
    receivedBy: 'The author of the snippet.',
    fields: { saved_snippet: savedSnippet },
  },
  'saved_snippets/update': {
    sentWhen: 'A saved snippet was edited.',
    receivedBy: 'The author of the snippet.',
    fields: { saved_snippet: savedSnippet },
  },
  'saved_snippets/remove': {
    sentWhen: 'A saved snippet was deleted.',
    receivedBy: 'The author of the snippet.',
    fields: { saved_snippet_id: z.int().describe('The id of the snippet.') },
  },
} as const satisfies EventDeclarations
