import { z } from 'zod'
import { draftsOf } from '../../core/drafts/draft.ts'
import { savedSnippetsOf } from '../../core/saved-snippets/snippet.ts'
import { draft } from '../wire/draft.ts'
import { savedSnippet } from '../wire/saved-snippet.ts'
import { slice } from './slice.ts'

/** Most recently edited first. */
export const drafts = slice({
  wantedBy: 'drafts',
  response: { drafts: z.array(draft) },
  read:
    ({ user }) =>
    async (sql) => ({ drafts: await draftsOf(sql, user.id) }),
})

export const savedSnippets = slice({
  wantedBy: 'saved_snippets',
  response: { saved_snippets: z.array(savedSnippet) },
  read:
    ({ user }) =>
    async (sql) => ({ saved_snippets: await savedSnippetsOf(sql, user.id) }),
})

export const alertWords = slice({
  wantedBy: 'alert_words',
  response: { alert_words: z.array(z.string()).readonly() },
  read: ({ view, user }) => ({ alert_words: view.alertWords.of(user.id) }),
})
