import { narrowTerms } from '../model/narrow.ts'
import { server } from '../store/requests/server.ts'
import type { Store } from '../store/state/store.ts'
import { type JournalEntry, removeAbandoned } from '../store/verbs/unsent-journal.ts'
import { changeDraft } from './drafts.ts'

/** Number of the writer's messages that are searched for a sent one. */
const LOOKED_AT = 30

/**
 * Makes drafts of messages that an earlier page could not send, so that they are neither lost nor sent twice.
 * Ignores messages that the server has.
 */
export async function restoreUnsent(store: Store): Promise<void> {
  for (const entry of await removeAbandoned(store.me)) {
    if (await hasArrived(store, entry)) continue
    changeDraft(store, entry.conversation, (draft) => ({
      ...draft,
      content: together(entry.content, draft.content),
    }))
  }
}

/** Both texts, once where the server's draft is an earlier or later version of the message. */
function together(unsent: string, draft: string): string {
  if (unsent.startsWith(draft.trim())) return unsent
  return draft.startsWith(unsent.trim()) ? draft : `${unsent}\n\n${draft}`
}

/** The clocks of browser and server may differ by some minutes. */
const CLOCKS_DIFFER_BY = 300

async function hasArrived(store: Store, { conversation, content, sentAt }: JournalEntry): Promise<boolean> {
  try {
    const { messages } = await server.call('GET /messages', {
      anchor: 'newest',
      num_before: LOOKED_AT,
      num_after: 0,
      narrow: [...narrowTerms(conversation), { operator: 'sender', operand: store.me }],
      apply_markdown: false,
      allow_empty_topic_name: true,
    })
    const since = sentAt / 1000 - CLOCKS_DIFFER_BY
    return messages.some((one) => one.content.trim() === content.trim() && one.timestamp > since)
  } catch {
    return false
  }
}
