import { escapeCode } from '../rendering/escape.ts'

/** A piece of code with its class; the class is empty for plain code. */
export interface Part {
  readonly text: string
  readonly className: string
}

/**
 * Writes highlighted code as HTML. Neighbours of one class share a span, and every span ends with its line.
 */
export function spansOf(parts: Iterable<Part>): string {
  let html = ''
  let text = ''
  let current = ''
  for (const part of parts) {
    if (part.className !== current) {
      html += spanOf(text, current)
      text = ''
      current = part.className
    }
    text += part.text
  }
  return html + spanOf(text, current)
}

function spanOf(text: string, className: string): string {
  return text
    .split('\n')
    .map((line) => {
      const escaped = escapeCode(line)
      const isPlain = className === '' || (className === 'w' ? line === '' : line.trim() === '')
      return isPlain ? escaped : `<span class="${className}">${escaped}</span>`
    })
    .join('\n')
}
