import { effect, signal } from '@preact/signals'
import { RequestError } from '../client/index.ts'
import { eachPage, type OnPage } from '../store/state/page.ts'
import type { Store } from '../store/state/store.ts'
import { fetchSource } from '../store/verbs/change-message.ts'
import { reasonOf, showNotice } from '../store/verbs/notice.ts'
import { t } from '../texts/texts.ts'
import type { UploadTarget } from '../upload/target.ts'
import { cancelUploads, withoutMarks } from '../upload/uploads.ts'

/** The message that is being edited, and its text so far. The text survives scrolling. */
export interface Editing {
  readonly id: number
  readonly original: string
  readonly content: string
}

export const editing = eachPage(() => signal<Editing | undefined>(undefined))

export async function startEditing(page: OnPage, id: number): Promise<void> {
  try {
    const original = await fetchSource(id)
    stopEditing(page)
    editing(page).value = { id, original, content: original }
  } catch (error) {
    showNotice(page, reasonOf(error), true)
  }
}

/** Also cancels the uploads of the new text that are not complete. */
export function stopEditing(page: OnPage): void {
  const edited = editing(page).peek()
  editing(page).value = undefined
  if (edited !== undefined) cancelUploads(page, keyOfEdit(edited.id))
}

const keyOfEdit = (id: number): string => `edit ${id}`

/** The new text of a message as the text that files are uploaded for. */
export const editTarget = (page: OnPage, id: number): UploadTarget => ({
  key: keyOfEdit(id),
  change: (edit) => {
    const edited = editing(page).peek()
    if (edited?.id !== id) return
    const content = edit(edited.content)
    if (content !== edited.content) editing(page).value = { ...edited, content }
  },
})

/** The text of an edit whose message is gone, until the reader copies or discards it. */
export const lostEdit = eachPage(() => signal<string | undefined>(undefined))

/**
 * Ends the edit of a message that is deleted, and keeps its text to copy. A new state does not list messages
 * deleted before it, so the page asks the server. Returns a function that stops this.
 */
export function keepWhatWasTyped(store: Store): () => void {
  void endIfGone(store)
  return effect(() => {
    const deleted = store.messages.deleted.value
    const edited = editing(store).peek()
    if (edited !== undefined && deleted.includes(edited.id)) lose(store, edited)
  })
}

async function endIfGone(page: OnPage): Promise<void> {
  const edited = editing(page).peek()
  if (edited === undefined) return
  try {
    await fetchSource(edited.id)
  } catch (error) {
    const isGone = error instanceof RequestError && error.code === 'BAD_REQUEST'
    const current = editing(page).peek()
    if (isGone && current?.id === edited.id) lose(page, current)
  }
}

function lose(page: OnPage, { original, content }: Editing): void {
  const text = withoutMarks(content)
  if (text !== original) lostEdit(page).value = text
  else showNotice(page, t.lostEdit.title, true)
  stopEditing(page)
}
