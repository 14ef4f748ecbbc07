import Turndown from 'turndown'
import { codeIn, languageOf, tidyCode } from './code-blocks.ts'
import { tidyFormulas } from './formulas.ts'
import { tidyLists } from './lists.ts'
import { spreadLooks, withMarks, withMarksOfLink, withSigns } from './looks.ts'
import { tableOf } from './table.ts'

/** Parts that people do not read as text, and marks of comments in Word. */
const UNREAD =
  'script, style, meta, title, link, noscript, iframe, template, svg, select, textarea, button, .MsoCommentReference, ' +
  '.mw-editsection, [hidden], [style*="display: none"], [style*="display:none"]'

/**
 * The Markdown of HTML that another program has copied; undefined when the HTML says no more than its text.
 * Fetched with the first paste.
 */
export function markdownOf(html: string, text: string): string | undefined {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  tidyFormulas(body)
  for (const element of body.querySelectorAll(UNREAD)) element.remove()
  if (isOfEditor(body) || isPartOfLine(body)) return undefined
  tidyCode(body)
  tidyLists(body)
  spreadLooks(body)
  const markdown = withSigns(turndown.turndown(body).trim())
  return markdown === '' || markdown === text.trim() ? undefined : markdown
}

/** Editors of code copy text as one box that keeps its spaces, with colours and no other format. */
const isOfEditor = ({ children: [first, ...others] }: HTMLElement): boolean =>
  others.length === 0 && first?.nodeName === 'DIV' && (first as HTMLElement).style.whiteSpace === 'pre'

/** A word of preformatted code is a word. */
const isPartOfLine = ({ children: [first, ...others] }: HTMLElement): boolean =>
  others.length === 0 && first?.nodeName === 'PRE' && !/\n|<(?:br|div|p)\b/i.test(first.innerHTML.trim())

const turndown = new Turndown({
  headingStyle: 'atx',
  hr: '---',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
  strongDelimiter: '**',
  br: '',
  blankReplacement: (_content, node) => {
    if (!(node as unknown as { isBlock: boolean }).isBlock) return ''
    return isEmptyBox(node as HTMLElement) ? '\n' : '\n\n'
  },
})

/** An empty box takes no line. Mail programs fill the box of an empty line. */
const isEmptyBox = (node: HTMLElement): boolean =>
  node.nodeName === 'DIV' && !node.textContent!.includes('\xa0')
// This Markdown has no escapes: text stays as it is.
turndown.escape = (text) => text

const INLINE = ['B', 'STRONG', 'I', 'EM', 'DEL', 'S', 'STRIKE', 'SPAN', 'FONT']
/** Marks have no effect in them. */
const UNMARKED = 'h1, h2, h3, h4, h5, h6, th, a'
turndown.addRule('marks', {
  filter: (node) => INLINE.includes(node.nodeName),
  replacement: (content, node) => {
    const element = node as HTMLElement
    return element.closest(UNMARKED) !== null ? content : withMarks(content, element)
  },
})

turndown.addRule('headings', {
  filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  replacement: (content, node) => {
    const text = content.trim().replace(/\s*\n\s*/g, ' ')
    return text === '' ? '\n\n' : `\n\n${'#'.repeat(Number(node.nodeName[1]))} ${text}\n\n`
  },
})

turndown.addRule('boxes', { filter: 'div', replacement: (content) => `\n${content}\n` })

turndown.addRule('ends of lines', {
  filter: 'br',
  replacement: (_content, { previousSibling: before }) => {
    const isBlank = before?.nodeType === Node.TEXT_NODE && before.textContent!.trim() === ''
    return (isBlank ? before.previousSibling : before)?.nodeName === 'BR' ? '\n\n' : '\n'
  },
})

const RAISED: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'⁰¹²³⁴⁵⁶⁷⁸⁹'].map((sign, digit) => [digit, sign])),
  '+': '⁺',
  '-': '⁻',
  '−': '⁻',
  n: 'ⁿ',
}
const LOWERED: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'₀₁₂₃₄₅₆₇₈₉'].map((sign, digit) => [digit, sign])),
  '+': '₊',
  '-': '₋',
  '−': '₋',
}
// Without them, 10 to the power of 6 would be read as 106.
turndown.addRule('raised and lowered signs', {
  filter: ['sup', 'sub'],
  replacement: (content, node) => {
    const signs = [...content].map((sign) => (node.nodeName === 'SUP' ? RAISED : LOWERED)[sign])
    return signs.includes(undefined) ? content : signs.join('')
  },
})

turndown.addRule('links', {
  filter: 'a',
  replacement: (content, node) => {
    const element = node as HTMLElement
    const address = (element.getAttribute('href') ?? '').trim()
    const text = content.trim().replace(/\s*\n\s*/g, ' ')
    if (!/^(?:https?|mailto):/i.test(address) || text === '') return content
    if (text === address || `mailto:${text}` === address) return text
    return withMarksOfLink(`[${inBrackets(text)}](${inParentheses(address)})`, element)
  },
})

/** Whether each closing sign has its opening one before it. */
function isBalanced(text: string, [open, close]: string): boolean {
  let depth = 0
  for (const sign of text) {
    if (sign === open) depth += 1
    else if (sign === close) depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
}

const inBrackets = (text: string): string =>
  isBalanced(text, '[]') ? text : text.replace(/[[\]]/g, ' ').trim()

function inParentheses(address: string): string {
  const whole = address.replace(/\s/g, encodeURIComponent)
  return isBalanced(whole, '()') ? whole : whole.replaceAll('(', '%28').replaceAll(')', '%29')
}

const EMOJI =
  /^(?::[\w+-]+:|(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f)+)$/u

turndown.addRule('pictures', {
  filter: 'img',
  replacement: (_content, node) => {
    const element = node as HTMLElement
    const address = (element.getAttribute('src') ?? '').trim()
    const name = (element.getAttribute('alt') ?? '').replace(/\s+/g, ' ').trim()
    const isInLink = element.closest('a[href]') !== null
    if (!/^https?:/i.test(address) || EMOJI.test(name) || (isInLink && name !== '')) return name
    if (isInLink || name === '') return address
    return `[${inBrackets(name)}](${inParentheses(address)})`
  },
})

turndown.addRule('code', {
  filter: 'pre',
  replacement: (_content, node) => {
    const element = node as HTMLElement
    const language = languageOf(element)
    const text = codeIn(element).replace(/\n$/, '')
    const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`{3,}/g)].map(([found]) => found.length + 1)))
    return `\n\n${fence}${language}\n${text}\n${fence}\n\n`
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
      .replaceAll('\n', '\n  ')
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
      cells[y]![x] = cell.querySelector('table') === null ? turndown.turndown(cell) : textOfCells(cell)
      x += cell.colSpan
    }
  }
  return cells
}

/** A table in a cell is its text: the cells one after another. */
const textOfCells = (cell: HTMLTableCellElement): string =>
  [...cell.childNodes]
    .flatMap((node) =>
      node instanceof HTMLTableElement ? [...node.rows].flatMap((row) => [...row.cells]) : node,
    )
    .map((node) => node.textContent!.trim())
    .join(' ')
