import { useRef } from 'preact/hooks'
import { applyEdit, insert } from '../text-edit.ts'
import { pastedFrom } from './pasted.ts'

interface Pasting {
  readonly attach: (files: readonly File[]) => void
  readonly isInCode: (text: string, cursor: number) => boolean
}

/** Handles pastes into a field. Ctrl+Shift+V pastes plain text. */
export function usePaste({ attach, isInCode }: Pasting) {
  const isPlain = useRef(false)
  return {
    pressed: (event: KeyboardEvent): void => {
      // A capital V that is typed is no paste.
      if (event.key.toLowerCase() === 'v')
        isPlain.current = event.shiftKey && (event.ctrlKey || event.metaKey)
    },
    pasted: (event: ClipboardEvent & { readonly currentTarget: HTMLTextAreaElement }): void => {
      const { clipboardData: data, currentTarget: field } = event
      if (data === null) return
      const { selectionStart: start, selectionEnd: end, value } = field
      const around = {
        selected: value.slice(start, end),
        isInCode: isInCode(value, start),
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
