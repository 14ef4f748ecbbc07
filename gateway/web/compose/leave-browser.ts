import { server } from '../store/requests/server.ts'
import type { Store } from '../store/state/store.ts'
import { forgetAllUnsent, unsentOf } from '../store/verbs/unsent-journal.ts'
import { forgetFilesOf } from '../upload/kept-files.ts'
import { cancelAllUploads } from '../upload/uploads.ts'
import { forgetAllDrafts } from './draft-storage.ts'
import { saveDraftsNow } from './save-drafts.ts'
import { recipientOf } from './writing-place.ts'

/** Logging out waits no longer for the server. */
const SAVING_MS = 3000

/**
 * Deletes the reader's texts from this browser: drafts, unsent messages and files on their way, whose
 * uploads end. The server gets the drafts and the messages first, if it can be reached.
 */
export async function leaveBrowser(store: Store): Promise<void> {
  // The drafts then have no places of files.
  const cancelling = cancelAllUploads(store)
  const saving = Promise.all([cancelling, saveDraftsNow(store), saveUnsent(store)])
  const timeUp = new Promise((resolve) => setTimeout(resolve, SAVING_MS))
  await Promise.race([saving.catch(() => undefined), timeUp])
  forgetAllDrafts(store)
  forgetAllUnsent(store.me)
  await Promise.race([forgetFilesOf(store.me), timeUp])
}

async function saveUnsent(store: Store): Promise<void> {
  const drafts = unsentOf(store.me).map(({ conversation, content }) => ({
    ...recipientOf(conversation, ''),
    content,
  }))
  if (drafts.length > 0 && store.settings.peek().enable_drafts_synchronization)
    await server.call('POST /drafts', { drafts })
}
