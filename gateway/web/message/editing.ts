import { effect, signal } from '@preact/signals'
import { route } from '../app/current-route.ts'
import { fetchSource } from '../store/change-message.ts'
import { insertion } from '../store/insertion.ts'
import { isConversation, narrowKey } from '../store/narrow.ts'
import { reasonOf, showNotice } from '../store/notice.ts'
import type { Store } from '../store/store.ts'
import { t } from '../texts/texts.ts'

/** The message that is being edited, and its text so far. The text survives scrolling. */
export interface Editing {
  readonly id: number
  readonly original: string
  readonly content: string
}

export const editing = signal<Editing | undefined>(undefined)

export async function startEditing(id: number): Promise<void> {
  try {
    const original = await fetchSource(id)
    editing.value = { id, original, content: original }
  } catch (error) {
    showNotice(reasonOf(error), true)
  }
}

export const stopEditing = (): void => {
  editing.value = undefined
}

/**
 * Moves the edited text to the composer when another user deletes the message. Returns a function that stops
 * this.
 */
export const keepWhatWasTyped = (store: Store): (() => void) =>
  effect(() => {
    const deleted = store.messages.deleted.value
    const edited = editing.peek()
    if (edited === undefined || !deleted.includes(edited.id)) return
    const place = route.peek()
    if (place.view === 'messages' && isConversation(place.narrow))
      insertion.value = { key: narrowKey(place.narrow), text: edited.content }
    showNotice(t.editedGone, true)
    stopEditing()
  })
