import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { optionId } from '../../parts/floating/option-list.tsx'
import { applyEdit, insert } from '../../paste/text-edit.ts'
import { useStore } from '../../store/use-store.ts'
import type { WritingPlace } from '../writing-place.ts'
import { completionQuery } from './completion-query.ts'
import { type Completion, completionsFor } from './completions.ts'

/** Completes the text before the cursor of a box. */
export function useCompletion(
  box: RefObject<HTMLTextAreaElement | null>,
  place: WritingPlace,
  text: string,
  listId: string,
) {
  const store = useStore()
  const cursor = useSignal(-1)
  const chosen = useSignal(0)
  /** The position where the writer has dismissed the list; the same word is not completed again. */
  const declined = useSignal(-1)

  const query = cursor.value < 0 ? undefined : completionQuery(text, cursor.value)
  const isOpen = query !== undefined && query.start !== declined.value
  const completions = isOpen ? completionsFor(store, place, query) : []
  const index = Math.min(chosen.value, completions.length - 1)

  function choose({ text: replacement }: Completion): void {
    applyEdit(box.current!, insert([query!.start, cursor.peek()], replacement))
    moved()
  }

  /**
   * The cursor has moved, or the text has changed. The browser can say so after the preview has replaced the
   * field.
   */
  function moved(): void {
    if (box.current === null) return
    const { selectionStart, selectionEnd } = box.current
    if (cursor.peek() !== selectionStart) chosen.value = 0
    cursor.value = selectionStart === selectionEnd ? selectionStart : -1
    if (query === undefined) declined.value = -1
  }

  /** Handles the keys of an open list. Returns whether the key was handled. */
  function pressed(event: KeyboardEvent): boolean {
    if (completions.length === 0) return false
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
    if (step !== 0) chosen.value = (index + step + completions.length) % completions.length
    else if ((event.key === 'Enter' || event.key === 'Tab') && !hasModifier) choose(completions[index]!)
    else if (event.key === 'Escape') declined.value = query!.start
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  return {
    completions,
    chosen: index,
    choose,
    moved,
    pressed,
    close: () => {
      cursor.value = -1
    },
    /** Attributes of the field, so that screen readers announce the chosen option. */
    field: {
      'aria-autocomplete': 'list' as const,
      'aria-controls': completions.length > 0 ? listId : undefined,
      'aria-activedescendant': completions.length > 0 ? optionId(listId, index) : undefined,
    },
  }
}
