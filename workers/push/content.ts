import { type DefaultTreeAdapterMap, parseFragment } from 'parse5'

type Node = DefaultTreeAdapterMap['childNode']
type Element = DefaultTreeAdapterMap['element']

/** The text of a message in a notification, and the mentions of the message. */
export interface NoticeContent {
  readonly text: string
  /** The ids of mentioned users, without silent mentions. */
  readonly users: ReadonlySet<number>
  readonly groups: ReadonlySet<number>
}

const BLOCKS = new Set(['p', 'div', 'ul', 'ol', 'li', 'pre', 'blockquote', 'table', 'tr', 'hr', 'br'])
const HEADINGS = /^h[1-6]$/
/** These texts replace a quote and a spoiler. */
const QUOTE = '[…]'
const SPOILER = '(…)'

/** Reads the HTML of a message. Its text leaves out quotes and the content of spoilers. */
export function readContent(html: string): NoticeContent {
  const { childNodes } = parseFragment(html)
  const users = new Set<number>()
  const groups = new Set<number>()
  const hasMore = childNodes.some((node) => node.nodeName !== 'blockquote' && textOf(node).trim() !== '')
  for (const element of elementsOf(childNodes)) {
    const classes = classesOf(element)
    if (classes.has('silent')) continue
    if (classes.has('user-mention')) users.add(Number(attribute(element, 'data-user-id')))
    if (classes.has('user-group-mention')) groups.add(Number(attribute(element, 'data-user-group-id')))
  }
  const text = childNodes
    .map((node) => (hasMore && node.nodeName === 'blockquote' ? `\n${QUOTE}\n` : textOf(node)))
    .join('')
  return { text: text.replace(/[^\S\n]*\n\s*/g, '\n').trim(), users, groups }
}

function textOf(node: Node): string {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterMap['textNode']).value
  if (!('tagName' in node)) return ''
  const classes = classesOf(node)
  const code = [...classes].find((name) => name.startsWith('emoji-'))
  if (code !== undefined) return emojiOf(code)
  if (classes.has('message_inline_image')) return ''
  if (classes.has('katex')) return formulaOf(node)
  if (classes.has('spoiler-content')) return SPOILER
  if (node.tagName === 'img') return attribute(node, 'alt')
  if (node.tagName === 'ol') return `\n${numbered(node)}\n`
  const inner = node.childNodes.map(textOf).join('')
  if (node.tagName === 'blockquote') return `\n${quoted(inner)}\n`
  return BLOCKS.has(node.tagName) || HEADINGS.test(node.tagName) ? `\n${inner}\n` : inner
}

const quoted = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `> ${line}`)
    .join('\n')

function numbered(list: Element): string {
  const first = Number(attribute(list, 'start') || '1')
  return list.childNodes
    .filter((node) => node.nodeName === 'li')
    .map((item, index) => `${first + index}. ${textOf(item).trim()}`)
    .join('\n')
}

/** The TeX source of a formula. */
function formulaOf(element: Element): string {
  const source = [...elementsOf([element])].find(({ tagName }) => tagName === 'annotation')
  return source === undefined ? '' : source.childNodes.map(textOf).join('')
}

/** `emoji-1f44d` is the character U+1F44D. */
function emojiOf(className: string): string {
  const points = className
    .slice('emoji-'.length)
    .split('-')
    .map((hex) => Number.parseInt(hex, 16))
  return points.every((point) => point >= 0 && point <= 0x10ffff) ? String.fromCodePoint(...points) : ''
}

function* elementsOf(nodes: readonly Node[]): Generator<Element> {
  for (const node of nodes) {
    if (!('tagName' in node)) continue
    yield node
    yield* elementsOf(node.childNodes)
  }
}

const attribute = (element: Element, name: string): string =>
  element.attrs.find((attr) => attr.name === name)?.value ?? ''

const classesOf = (element: Element): ReadonlySet<string> => new Set(attribute(element, 'class').split(' '))
