import { z } from 'zod'
import {
  createSavedSnippet,
  deleteSavedSnippet,
  editSavedSnippet,
} from '../../core/messaging/saved-snippets/change.ts'
import { emptyContent, emptyTitle, noSuchSnippet } from '../../core/messaging/saved-snippets/errors.ts'
import { savedSnippetsOf } from '../../core/messaging/saved-snippets/snippet.ts'
import type { SavedSnippetId } from '../../core/platform/ids.ts'
import { savedSnippet } from '../../core/state/wire/saved-snippet.ts'
import { endpoint } from '../http/endpoint.ts'
import { form, id, line, path, text } from '../http/parameter.ts'
import type { Services } from '../services.ts'

export function savedSnippetRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/saved_snippets',
      access: 'user',
      summary: 'Get your saved snippets',
      response: { saved_snippets: z.array(savedSnippet) },
      handler: async ({ user }) => ({ saved_snippets: await savedSnippetsOf(core.db, user.id) }),
    }),
    endpoint({
      method: 'POST',
      path: '/saved_snippets',
      access: 'user',
      summary: 'Save a snippet',
      params: { title: form(line()), content: form(text()) },
      response: { saved_snippet_id: z.int() },
      errors: [emptyTitle(), emptyContent()],
      handler: async ({ caller, params }) => ({
        saved_snippet_id: await createSavedSnippet(caller, params),
      }),
    }),
    endpoint({
      method: 'PATCH',
      path: '/saved_snippets/{saved_snippet_id}',
      access: 'user',
      summary: 'Edit a saved snippet',
      params: {
        saved_snippet_id: path(id<SavedSnippetId>()),
        title: form(line().optional()),
        content: form(text().optional()),
      },
      errors: [noSuchSnippet(), emptyTitle(), emptyContent()],
      handler: ({ caller, params }) => editSavedSnippet(caller, params.saved_snippet_id, params),
    }),
    endpoint({
      method: 'DELETE',
      path: '/saved_snippets/{saved_snippet_id}',
      access: 'user',
      summary: 'Delete a saved snippet',
      params: { saved_snippet_id: path(id<SavedSnippetId>()) },
      errors: [noSuchSnippet()],
      handler: ({ caller, params }) => deleteSavedSnippet(caller, params.saved_snippet_id),
    }),
  ] as const
}
