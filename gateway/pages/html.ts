/** HTML text that is safe to show. Only `html` makes it. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** What may stand in a template: text, which is escaped; HTML, which is not; several; or nothing. */
export type Part = string | number | Html | readonly Part[] | undefined | null | false

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (found) => ESCAPES[found]!)

/**
 * HTML from a template; whatever is put in is escaped unless it is HTML itself. Attributes need their quotation
 * marks: `<a href="${address}">`.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let text = strings[0]!
  parts.forEach((part, i) => {
    text += textOf(part) + strings[i + 1]!
  })
  return new Html(text)
}

/** HTML that something else has made safe: rendered Markdown. */
export const trusted = (text: string): Html => new Html(text)

function textOf(part: Part): string {
  if (part === undefined || part === null || part === false) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return part.map(textOf).join('')
}
