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
  innerLists(body)
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
    const isHeading = element.closest('h1, h2, h3, h4, h5, h6, th') !== null
    return isHeading ? content : withMarks(content, element)
  },
})

/** The text with the marks of its element's look. */
function withMarks(content: string, element: HTMLElement): string {
  if (content.includes('\n\n')) return content
  let text = content
  if (isStruck(element)) text = marked(text, '~~')
  if (isItalic(element)) text = marked(text, '*')
  if (isBold(element)) text = marked(text, '**')
  return text
}

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
    const text = codeIn(node as HTMLElement).replace(/\n$/, '')
    const language = /language-([\w+#-]+)/.exec(
      `${(node as HTMLElement).className} ${(node.firstElementChild as HTMLElement | null)?.className ?? ''}`,
    )
    const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`{3,}/g)].map(([found]) => found.length + 1)))
    return `\n\n${fence}${language?.[1] ?? ''}\n${text}\n${fence}\n\n`
  },
})

/** The text of preformatted code. Some pages make each of its lines an element. */
function codeIn(element: HTMLElement): string {
  for (const end of element.querySelectorAll('br')) end.replaceWith('\n')
  for (const line of element.querySelectorAll('div, p, li, tr'))
    if (!line.textContent?.endsWith('\n')) line.append('\n')
  return element.textContent ?? ''
}

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
    return `\n\n${tableOf(cellsOf(node as HTMLTableElement))}\n\n`
  },
})

/** The Markdown of the cells by row and column. Of a cell that spans several, the others are empty. */
function cellsOf(table: HTMLTableElement): string[][] {
  const cells: string[][] = [...table.rows].map(() => [])
  for (const [y, row] of [...table.rows].entries()) {
    let x = 0
    for (const cell of row.cells) {
      while (cells[y]![x] !== undefined) x++
      for (const spanned of cells.slice(y, y + cell.rowSpan))
        for (let at = x; at < x + cell.colSpan; at++) spanned[at] = ''
      cells[y]![x] = cell.querySelector('table') === null ? contentOf(cell) : cell.textContent!
      x += cell.colSpan
    }
  }
  return cells
}

/** Google Sheets puts the look of a text on its cell. */
const contentOf = (cell: HTMLTableCellElement): string => {
  const content = turndown.turndown(cell)
  return cell.nodeName === 'TD' ? withMarks(content, cell) : content
}

const ITEMS_OF_WORD = 'p[class*="MsoListParagraph"], p[style*="mso-list"]'

/** Word writes the items of lists as paragraphs, with their marks as text and their depth as a style. */
function listsOfWord(body: HTMLElement): void {
  const { ownerDocument: document } = body
  /** The lists that the next item may continue, the outermost first. */
  let open: HTMLElement[] = []
  for (const paragraph of body.querySelectorAll<HTMLElement>(ITEMS_OF_WORD)) {
    const [mark] = paragraph.querySelectorAll<HTMLElement>('span[style*="mso-list"]')
    const level = /mso-list:\s*\w+\s+level(\d)/.exec(paragraph.getAttribute('style') ?? '')?.[1]
    if (mark === undefined && level === undefined) continue
    const kind = /^\w+[.)]$/.test(mark?.textContent?.trim() ?? '') ? 'OL' : 'UL'
    mark?.remove()
    if (paragraph.previousElementSibling !== open[0]) open = []
    const depth = Math.min(Number(level ?? 1), open.length + 1)
    open.length = Math.min(open.length, depth)
    if (open[depth - 1]?.nodeName !== kind) open.length = depth - 1
    if (open.length < depth) {
      const list = document.createElement(kind)
      const around = open.at(-1)?.lastElementChild
      if (around) around.append(list)
      else paragraph.before(list)
      open.push(list)
    }
    const item = document.createElement('li')
    item.append(...paragraph.childNodes)
    open.at(-1)!.append(item)
    paragraph.remove()
  }
}

/** Google Docs and LibreOffice put an inner list beside the item that it belongs to. */
function innerLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) {
    const item = list.previousElementSibling
    if (item?.nodeName === 'LI') item.append(list)
    else list.replaceWith(...list.childNodes)
  }
}
