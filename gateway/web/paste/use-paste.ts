import { useRef } from 'preact/hooks'
import { keyOf } from '../parts/key-of.ts'
import { isInCode } from './in-code.ts'
import { pastedFrom } from './pasted.ts'
import { applyEdit, insert } from './text-edit.ts'

const PLAIN_KEYS: readonly string[] = ['Ctrl+Shift+V', 'Ctrl+Alt+Shift+V']

/** Handles pastes into a field. Ctrl+Shift+V pastes plain text. `attach` takes pasted files. */
export function usePaste(attach: (files: readonly File[]) => void) {
  const isPlain = useRef(false)
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
      else void convert(field, pasted.html, pasted.text)
    },
  }
}

async function convert(field: HTMLTextAreaElement, html: string, text: string): Promise<void> {
  let markdown: string | undefined
  try {
    const { markdownOf } = await import('./html-to-markdown.ts')
    markdown = markdownOf(html, text)
  } catch {
    // Without the code that converts it, or for HTML that it does not understand, the text is pasted.
  }
  if (field.isConnected) put(field, markdown ?? text)
}

const put = (field: HTMLTextAreaElement, text: string): void =>
  applyEdit(field, insert([field.selectionStart, field.selectionEnd], text.replace(/\r\n?/g, '\n')))
