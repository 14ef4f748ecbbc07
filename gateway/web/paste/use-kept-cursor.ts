import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { movedPosition } from './text-edit.ts'

/** A change of a field's text from elsewhere, such as the link of a file, leaves the cursor at its text. */
export function useKeptCursor(field: RefObject<HTMLTextAreaElement | null>, content: string): void {
  const { current: shown } = field
  const before = shown && {
    value: shown.value,
    range: [shown.selectionStart, shown.selectionEnd],
    isFocused: shown === document.activeElement,
  }
  useLayoutEffect(() => {
    if (!before?.isFocused || field.current !== shown || before.value === content || content === '') return
    const [start, end] = before.range.map((at) => movedPosition(at, before.value, content))
    shown!.setSelectionRange(start!, end!)
  }, [content])
}
