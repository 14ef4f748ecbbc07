import { effect, signal } from '@preact/signals'
import { RequestError } from '../client/index.ts'
import type { ServerEvent } from '../model/wire.ts'
import { type Held, holding, storing, typing } from '../parts/held/held.ts'
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
  /** The text that the server has, with each space. */
  readonly original: string
  readonly text: Held<string>
}

export const editing = eachPage(() => signal<Editing | undefined>(undefined))

export async function startEditing(store: Store, id: number): Promise<void> {
  // An event may come before the answer, which then has the former text.
  let saved: string | undefined
  const follow = (event: ServerEvent) => {
    const edit = savedIn(event)
    if (edit?.id === id) saved = edit.content
  }
  store.listeners.add(follow)
  try {
    const fetched = await fetchSource(id)
    const original = saved ?? fetched
    stopEditing(store)
    editing(store).value = { id, original, text: holding(original) }
  } catch (error) {
    showNotice(store, reasonOf(error), true)
  } finally {
    store.listeners.delete(follow)
  }
}

/** The message and the text that somebody has saved by an edit. */
const savedIn = (event: ServerEvent): { readonly id: number; readonly content: string } | undefined =>
  event.type === 'update_message' && event.content !== undefined && !event.rendering_only
    ? { id: event.message_id, content: event.content }
    : undefined

/** Changes the text of the running edit. */
export function changeEdit(page: OnPage, change: (text: Held<string>) => Held<string>): void {
  const edited = editing(page).peek()
  if (edited !== undefined) editing(page).value = { ...edited, text: change(edited.text) }
}

/** After the server has stored a text of a message. */
export function storeEdited(page: OnPage, id: number, original: string): void {
  const edited = editing(page).peek()
  if (edited?.id === id) editing(page).value = { id, original, text: storing(edited.text, original) }
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
    const content = edit(edited.text.mine)
    if (content !== edited.text.mine) changeEdit(page, (text) => typing(text, content))
  },
})

/** The text of an edit whose message is gone, until the reader copies or discards it. */
export const lostEdit = eachPage(() => signal<string | undefined>(undefined))

/**
 * Ends the edit of a message that is deleted, and keeps its text to copy; offers the text that another window
 * has saved. A new state does not list what happened before it, so the page asks the server. Returns a
 * function that stops this.
 */
export function keepWhatWasTyped(store: Store): () => void {
  void catchUp(store)
  const follow = (event: ServerEvent) => {
    const edit = savedIn(event)
    if (edit !== undefined) storeEdited(store, edit.id, edit.content)
  }
  store.listeners.add(follow)
  const stop = effect(() => {
    const deleted = store.messages.deleted.value
    const edited = editing(store).peek()
    if (edited !== undefined && deleted.includes(edited.id)) lose(store, edited)
  })
  return () => {
    store.listeners.delete(follow)
    stop()
  }
}

async function catchUp(page: OnPage): Promise<void> {
  const edited = editing(page).peek()
  if (edited === undefined) return
  try {
    storeEdited(page, edited.id, await fetchSource(edited.id))
  } catch (error) {
    const isGone = error instanceof RequestError && error.code === 'BAD_REQUEST'
    const current = editing(page).peek()
    if (isGone && current?.id === edited.id) lose(page, current)
  }
}

function lose(page: OnPage, { original, text: { mine } }: Editing): void {
  const text = withoutMarks(mine)
  if (text !== original) lostEdit(page).value = text
  else showNotice(page, t.lostEdit.title, true)
  stopEditing(page)
}
