import type { Signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { isOpenedByKey } from '../message/opening.ts'
import { useCommand } from '../parts/commands.ts'
import { applyEdit, insert } from '../paste/text-edit.ts'
import { useKeptCursor } from '../paste/use-kept-cursor.ts'
import type { Store } from '../store/state/store.ts'
import { changeDraft } from './drafts.ts'
import { type Format, formatEdit } from './toolbar/formats.ts'
import type { WritingPlace } from './writing-place.ts'

/** Maximum height of the box in pixels, unless it is enlarged; longer text scrolls. */
const MOST_HEIGHT = 260

interface BoxOptions {
  readonly store: Store
  readonly place: WritingPlace
  /** The key of the place. */
  readonly placeKey: string
  readonly content: string
  readonly form: RefObject<HTMLFormElement | null>
  readonly isPreviewing: Signal<boolean>
  readonly isLarge: Signal<boolean>
}

/** The box of the composer: its focus, height and selection, and the edits that others make in it. */
export function useBox({ store, place, placeKey, content, form, isPreviewing, isLarge }: BoxOptions) {
  const box = useRef<HTMLTextAreaElement>(null)
  const shownKey = useRef(placeKey)
  shownKey.current = placeKey
  // With the view, not a frame later: keys typed at once would be shortcuts.
  useLayoutEffect(() => {
    // On phones the keyboard would cover the conversation at once. A field that the user focuses keeps the
    // focus.
    const isFree = document.activeElement?.closest('input, textarea, select, dialog') == null
    if (isFree && matchMedia('(pointer: fine)').matches && !isOpenedByKey(store)) box.current?.focus()
  }, [])
  useKeptCursor(box, content)
  useLayoutEffect(() => {
    if (box.current !== null) fitHeight(box.current, isLarge.value)
  }, [content, isPreviewing.value, isLarge.value])

  // The preview and the box take each other's focus, and the box its selection.
  const wasPreviewing = useRef(false)
  const selection = useRef<readonly [number, number]>([0, 0])
  useLayoutEffect(() => {
    if (wasPreviewing.current === isPreviewing.value) return
    wasPreviewing.current = isPreviewing.value
    const { current: field } = box
    if (field === null) return form.current?.querySelector<HTMLElement>('.preview')?.focus()
    field.focus()
    field.setSelectionRange(...selection.current)
  }, [isPreviewing.value])

  function togglePreview(): void {
    if (box.current !== null) selection.current = [box.current.selectionStart, box.current.selectionEnd]
    isPreviewing.value = !isPreviewing.value
  }

  /** Puts text where the cursor is; into the draft while the box is not shown. */
  function put(text: string): void {
    const { current: field } = box
    if (field !== null && shownKey.current === placeKey)
      applyEdit(field, insert([field.selectionStart, field.selectionEnd], text))
    else changeDraft(store, place, (known) => ({ ...known, content: known.content + text }))
  }

  /** Puts whole lines where the cursor is, or at the end of the draft. */
  function putLines(lines: string): void {
    const { current: field } = box
    const before = field === null ? content : field.value.slice(0, field.selectionStart)
    put(before === '' || before.endsWith('\n') ? lines : `\n${lines}`)
  }

  function apply(format: Format): void {
    if (box.current === null) return
    const { selectionStart, selectionEnd, value } = box.current
    applyEdit(box.current, formatEdit(format, value, [selectionStart, selectionEnd]))
  }

  useCommand('write', () => {
    if (box.current === null) togglePreview()
    else box.current.focus()
  })
  return { box, shownKey, togglePreview, put, putLines, apply }
}

function fitHeight(box: HTMLTextAreaElement, isLarge: boolean): void {
  box.style.height = isLarge ? '' : 'auto'
  if (!isLarge) box.style.height = `${Math.min(box.scrollHeight, MOST_HEIGHT)}px`
}
