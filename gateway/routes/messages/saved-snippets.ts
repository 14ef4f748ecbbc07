import { z } from 'zod'
import {
  MAX_MESSAGE_LENGTH,
  MAX_SAVED_SNIPPET_TITLE_LENGTH,
  MAX_SAVED_SNIPPETS,
} from '../../../config/limits.ts'
import {
  createSavedSnippet,
  deleteSavedSnippet,
  editSavedSnippet,
} from '../../../core/messaging/saved-snippets/change.ts'
import {
  emptyContent,
  emptyTitle,
  noSuchSnippet,
  tooManySnippets,
} from '../../../core/messaging/saved-snippets/errors.ts'
import { savedSnippetsOf } from '../../../core/messaging/saved-snippets/snippet.ts'
import { tooLong } from '../../../core/platform/errors.ts'
import type { SavedSnippetId } from '../../../core/platform/ids.ts'
import { savedSnippet } from '../../../core/state/wire/saved-snippet.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, id, line, path, text } from '../../http/endpoint/parameter.ts'
import type { Services } from '../../services.ts'
import { contentTooLong } from '../../wire/shared-errors.ts'

const saved_snippet_id = path(id<SavedSnippetId>(), { description: 'The id of the snippet.', example: 3 })
const TITLE = {
  description: `The title, of at most ${MAX_SAVED_SNIPPET_TITLE_LENGTH} characters.`,
  example: 'Thanks',
}
const CONTENT = {
  description: `The text, in Markdown, of at most ${MAX_MESSAGE_LENGTH} characters.`,
  example: 'Thank you for your report. We look into it.',
}
const unknown = when('You have no such snippet.', noSuchSnippet())
const textErrors = [
  when('The title is empty.', emptyTitle()),
  when('The title is too long.', tooLong('title', MAX_SAVED_SNIPPET_TITLE_LENGTH)),
  when('The text is empty.', emptyContent()),
  contentTooLong,
]

export function savedSnippetRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/saved_snippets',
      access: 'user',
      summary: 'Get your saved snippets',
      response: { saved_snippets: z.array(savedSnippet).describe('Your saved snippets.') },
      handler: async ({ user }) => ({ saved_snippets: await savedSnippetsOf(core.db, user.id) }),
    }),
    endpoint({
      method: 'POST',
      path: '/saved_snippets',
      access: 'user',
      summary: 'Save a snippet',
      description: `A snippet is a text that you insert into messages. You can have ${MAX_SAVED_SNIPPETS}. Your clients get the event \`saved_snippets\`.`,
      params: {
        title: form(line(MAX_SAVED_SNIPPET_TITLE_LENGTH), TITLE),
        content: form(text(MAX_MESSAGE_LENGTH), CONTENT),
      },
      response: { saved_snippet_id: z.int().describe('The id of the new snippet.') },
      errors: [...textErrors, when('You have as many snippets as are allowed.', tooManySnippets())],
      handler: async ({ caller, params }) => ({
        saved_snippet_id: await createSavedSnippet(caller, params),
      }),
    }),
    endpoint({
      method: 'PATCH',
      path: '/saved_snippets/{saved_snippet_id}',
      access: 'user',
      summary: 'Edit a saved snippet',
      description: 'Absent parameters stay as they are. Your clients get the event `saved_snippets`.',
      params: {
        saved_snippet_id,
        title: form(line(MAX_SAVED_SNIPPET_TITLE_LENGTH).optional(), TITLE),
        content: form(text(MAX_MESSAGE_LENGTH).optional(), CONTENT),
      },
      errors: [unknown, ...textErrors],
      handler: ({ caller, params }) => editSavedSnippet(caller, params.saved_snippet_id, params),
    }),
    endpoint({
      method: 'DELETE',
      path: '/saved_snippets/{saved_snippet_id}',
      access: 'user',
      summary: 'Delete a saved snippet',
      params: { saved_snippet_id },
      errors: [unknown],
      handler: ({ caller, params }) => deleteSavedSnippet(caller, params.saved_snippet_id),
    }),
  ] as const
}
