import Turndown from 'turndown'
import { tableOf } from './table.ts'

/**
 * The Markdown of HTML that another program has copied; undefined when the HTML says no more than its text.
 * Fetched with the first paste.
 */
export function markdownOf(html: string, text: string): string | undefined {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll('script, style, meta, title, link')) element.remove()
  listsOfWord(body)
  const markdown = turndown.turndown(body).trim()
  return markdown === '' || markdown === text.trim() ? undefined : markdown
}

const turndown = new Turndown({
  headingStyle: 'atx',
  hr: '---',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
  strongDelimiter: '**',
  br: '',
})
// This Markdown has no escapes: text stays as it is.
turndown.escape = (text) => text

const HEAVY = 600

/** Google Docs marks bold text by styles, and wraps everything in a `b` that is not bold. */
function isBold(element: HTMLElement): boolean {
  const { fontWeight } = element.style
  if (fontWeight !== '') return fontWeight === 'bold' || Number(fontWeight) >= HEAVY
  return element.nodeName === 'B' || element.nodeName === 'STRONG'
}
const isItalic = ({ nodeName, style }: HTMLElement): boolean =>
  style.fontStyle === '' ? nodeName === 'I' || nodeName === 'EM' : style.fontStyle === 'italic'
const isStruck = ({ nodeName, style }: HTMLElement): boolean =>
  ['DEL', 'S', 'STRIKE'].includes(nodeName) || style.textDecoration.includes('line-through')

/** Marks stand at words, not at the spaces around them. */
function marked(content: string, mark: string): string {
  const [, before, inner, after] = /^(\s*)([\s\S]*?)(\s*)$/.exec(content)!
  return inner === '' ? content : `${before}${mark}${inner}${mark}${after}`
}

const INLINE = ['B', 'STRONG', 'I', 'EM', 'DEL', 'S', 'STRIKE', 'SPAN', 'FONT']
turndown.addRule('marks', {
  filter: (node) => INLINE.includes(node.nodeName),
  replacement: (content, node) => {
    const element = node as HTMLElement
    if (content.includes('\n\n') || element.closest('h1, h2, h3, h4, h5, h6, th') !== null) return content
    let text = content
    if (isStruck(element)) text = marked(text, '~~')
    if (isItalic(element)) text = marked(text, '*')
    if (isBold(element)) text = marked(text, '**')
    return text
  },
})

turndown.addRule('links', {
  filter: 'a',
  replacement: (content, node) => {
    const address = (node as HTMLElement).getAttribute('href') ?? ''
    const text = content.trim()
    if (!/^(?:https?|mailto):/i.test(address) || text === '') return content
    if (text === address || `mailto:${text}` === address) return text
    return `[${text.replace(/[[\]\n]/g, ' ')}](${address})`
  },
})

turndown.addRule('pictures', {
  filter: 'img',
  replacement: (_content, node) => {
    const element = node as HTMLElement
    const address = element.getAttribute('src') ?? ''
    const name = (element.getAttribute('alt') ?? '').replace(/[[\]\n]/g, ' ').trim()
    return /^https?:/i.test(address) ? `[${name || address}](${address})` : name
  },
})

turndown.addRule('code', {
  filter: 'pre',
  replacement: (_content, node) => {
    const text = (node.textContent ?? '').replace(/\n$/, '')
    const language = /language-([\w+#-]+)/.exec(
      `${(node as HTMLElement).className} ${(node.firstElementChild as HTMLElement | null)?.className ?? ''}`,
    )
    const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`{3,}/g)].map(([found]) => found.length + 1)))
    return `\n\n${fence}${language?.[1] ?? ''}\n${text}\n${fence}\n\n`
  },
})

turndown.addRule('items', {
  filter: 'li',
  replacement: (content, node) => {
    const list = node.parentElement
    const items = [...(list?.children ?? [])].filter((one) => one.nodeName === 'LI')
    const start = Number(list?.getAttribute('start') ?? 1)
    const mark = list?.nodeName === 'OL' ? `${start + items.indexOf(node as Element)}. ` : '- '
    const text = content
      .trim()
      .replace(/\n{2,}/g, '\n')
      .replaceAll('\n', `\n${' '.repeat(mark.length)}`)
    return `${mark}${text}${node.nextSibling === null ? '' : '\n'}`
  },
})

turndown.addRule('tables', {
  filter: 'table',
  replacement: (_content, node) => {
    const rows = [...(node as HTMLTableElement).rows].map((row) =>
      [...row.cells].flatMap((cell) => {
        const inner = cell.querySelector('table') === null ? turndown.turndown(cell) : cell.textContent!
        return [inner, ...Array<string>(Math.max(0, cell.colSpan - 1)).fill('')]
      }),
    )
    return `\n\n${tableOf(rows)}\n\n`
  },
})

/** Word writes the items of lists as paragraphs, with their marks as text. */
function listsOfWord(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll<HTMLElement>('p[class*="MsoListParagraph"]')) {
    const [mark] = paragraph.querySelectorAll<HTMLElement>('span[style*="mso-list"]')
    const text = mark?.textContent?.trim() ?? ''
    mark?.remove()
    const item = body.ownerDocument.createElement('li')
    item.append(...paragraph.childNodes)
    const kind = /^\w+[.)]$/.test(text) ? 'ol' : 'ul'
    const before = paragraph.previousElementSibling
    const list =
      before?.nodeName.toLowerCase() === kind && before.hasAttribute('data-word')
        ? before
        : body.ownerDocument.createElement(kind)
    list.setAttribute('data-word', '')
    list.append(item)
    if (list !== before) paragraph.before(list)
    paragraph.remove()
  }
}
