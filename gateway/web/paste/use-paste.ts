import { useRef } from 'preact/hooks'
import { whenNothingIsComposed } from '../parts/input-method.ts'
import { keyOf } from '../parts/key-of.ts'
import { isInCode } from './in-code.ts'
import { pastedFrom } from './pasted.ts'
import { applyEdit, insert, movedPosition } from './text-edit.ts'

const PLAIN_KEYS: readonly string[] = ['Ctrl+Shift+V', 'Ctrl+Alt+Shift+V']

/** Characters of HTML that are converted; a message has room for far fewer. Of more, the text is pasted. */
const MAX_HTML = 1_000_000

type Converter = typeof import('./html-to-markdown.ts')

/** Handles pastes into a field. Ctrl+Shift+V pastes plain text. `attach` takes pasted files. */
export function usePaste(attach: (files: readonly File[]) => void) {
  const isPlain = useRef(false)
  const converter = useRef<Converter | undefined>(undefined)

  /**
   * Without the code that converts it, the text is there at once, and gets its format when the code comes.
   */
  function convert(field: HTMLTextAreaElement, html: string, text: string): void {
    const isTooLong = html.length > MAX_HTML
    if (isTooLong || converter.current !== undefined) {
      const markdown = isTooLong ? undefined : markdownBy(converter.current!, html, text)
      put(field, markdown ?? text)
      return
    }
    const format = putForNow(field, text)
    void import('./html-to-markdown.ts').then(
      (loaded) => {
        converter.current = loaded
        const markdown = markdownBy(loaded, html, text)
        if (markdown !== undefined) whenNothingIsComposed(() => format(markdown))
      },
      () => undefined, // without a connection the text stays as it is
    )
  }

  return {
    pressed: (event: KeyboardEvent): void => {
      isPlain.current = PLAIN_KEYS.includes(keyOf(event))
    },
    pasted: (event: ClipboardEvent & { readonly currentTarget: HTMLTextAreaElement }): void => {
      const { clipboardData: data, currentTarget: field } = event
      if (data === null) return
      const { selectionStart: start, selectionEnd: end, value } = field
      const around = {
        selected: value.slice(start, end),
        isInCode: isInCode(value.slice(0, start)),
        isPlain: isPlain.current,
      }
      isPlain.current = false
      const pasted = pastedFrom(data, around)
      if (pasted.kind === 'plain') return
      event.preventDefault()
      if (pasted.kind === 'files') attach(pasted.files)
      else if (pasted.kind === 'text') put(field, pasted.text)
      else convert(field, pasted.html, pasted.text)
    },
  }
}

/** The Markdown; undefined for HTML without a format, or HTML that the converter does not understand. */
function markdownBy({ markdownOf }: Converter, html: string, text: string): string | undefined {
  try {
    return markdownOf(html, text)
  } catch {
    return undefined
  }
}

const inLines = (text: string): string => text.replace(/\r\n?/g, '\n')

const put = (field: HTMLTextAreaElement, text: string): void =>
  applyEdit(field, insert([field.selectionStart, field.selectionEnd], inLines(text)))

/**
 * Pastes a text. The result replaces it by another one, unless it has been changed or sent meanwhile, or the
 * writer has left the field. One undo takes both back if nothing was typed between them.
 */
function putForNow(field: HTMLTextAreaElement, text: string): (other: string) => void {
  const before = field.value
  const range = [field.selectionStart, field.selectionEnd] as const
  put(field, text)
  const { value, selectionStart: end } = field
  const start = range[0]
  const shown = value.slice(start, end)
  return (other) => {
    if (document.activeElement !== field || field.value.slice(start, end) !== shown) return
    const isUntouched = field.value === value && field.selectionStart === end && field.selectionEnd === end
    if (isUntouched) document.execCommand('undo')
    if (isUntouched && field.value === before) {
      applyEdit(field, insert(range, inLines(other)))
      return
    }
    if (isUntouched) document.execCommand('redo')
    const { value: former, selectionStart: cursor } = field
    applyEdit(field, insert([start, end], inLines(other)))
    const moved = movedPosition(cursor, former, field.value)
    field.setSelectionRange(moved, moved)
  }
}
