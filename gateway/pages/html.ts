/** HTML text that is safe to show. `html` and `trusted` create it. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A value in a template: text, which is escaped; HTML, which is not; a list of both; or nothing. */
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
 * HTML from a template. Values are escaped unless they are `Html`. Attributes need quotation marks:
 * `<a href="${address}">`.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let text = strings[0]!
  parts.forEach((part, i) => {
    text += textOf(part) + strings[i + 1]!
  })
  return new Html(text)
}

/** Marks HTML as safe that other code has sanitized, such as rendered Markdown. */
export const trusted = (text: string): Html => new Html(text)

function textOf(part: Part): string {
  if (part === undefined || part === null || part === false) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return part.map(textOf).join('')
}
