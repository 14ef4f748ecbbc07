import { codeBlock, inlineCode } from '../marks/code-marks.ts'
import { type Fields, isFields, listOf } from '../reading/fields.ts'
import { textOf } from '../reading/texts.ts'
import { broadcastOf, channelOf, groupOf, linkTo, personOf, type SlackNames, timeOf } from './names.ts'

/** Deepest level of a list. */
const MAX_LEVEL = 8
/** Greatest number of a list's first item. */
const MAX_FIRST = 999_999

interface Piece {
  readonly kind: 'text' | 'list' | 'quote' | 'code'
  readonly isOrdered: boolean
  readonly level: number
  readonly text: string
}

/** Converts a block of rich text: sections, lists, quotes and code. */
export function richTextOf(block: Fields, names: SlackNames): string {
  let level = -1
  const pieces: Piece[] = []
  for (const element of listOf(block.elements).filter(isFields)) {
    const isList = element.type === 'rich_text_list'
    // A list cannot begin deeper than one level below the list above.
    level = isList ? Math.min(levelOf(element), level + 1) : -1
    const piece = pieceOf(element, Math.max(0, level), names)
    if (piece.text.trim() !== '') pieces.push(piece)
  }
  return joined(pieces).replace(/^\n+|\s+$/g, '')
}

const levelOf = ({ indent }: Fields): number =>
  typeof indent === 'number' && indent > 0 ? Math.min(MAX_LEVEL, Math.floor(indent)) : 0

function pieceOf(element: Fields, level: number, names: SlackNames): Piece {
  const isOrdered = element.style === 'ordered'
  const of = (kind: Piece['kind'], text: string): Piece => {
    // Slack draws a border where a list or code is part of a quote.
    const isQuoted = text.trim() !== '' && (kind === 'quote' || element.border === 1)
    return isQuoted
      ? { kind: 'quote', isOrdered, level, text: text.replace(/^/gm, '> ') }
      : { kind, isOrdered, level, text }
  }
  switch (element.type) {
    case 'rich_text_list':
      return of('list', listOfItems(element, isOrdered, level, names))
    case 'rich_text_quote':
      return of('quote', inlineText(element, names).replace(/\n+$/, ''))
    case 'rich_text_preformatted':
      return of('code', codeBlock(plainText(element, names), textOf(element.language)))
    default:
      return of('text', inlineText(element, names).replace(/\n$/, ''))
  }
}

/** A blank line ends a list and a quote. Lists go on in the next line, unless the marks of a level change. */
function joined(pieces: readonly Piece[]): string {
  let result = ''
  let before: Piece['kind'] | undefined
  /** Whether the list of each level is numbered. */
  let styles: boolean[] = []
  for (const { kind, isOrdered, level, text } of pieces) {
    const goesOn = kind === 'list' && (styles[level] ?? isOrdered) === isOrdered
    const isEnd = before === 'quote' || (before === 'list' && !goesOn)
    result += (before === undefined ? '' : isEnd ? '\n\n' : '\n') + text
    styles = kind === 'list' ? [...(isEnd ? [] : styles.slice(0, level)), isOrdered] : []
    before = kind
  }
  return result
}

function listOfItems(element: Fields, isOrdered: boolean, level: number, names: SlackNames): string {
  const offset = typeof element.offset === 'number' && element.offset > 0 ? Math.floor(element.offset) : 0
  const first = Math.min(offset, MAX_FIRST) + 1
  return listOf(element.elements)
    .filter(isFields)
    .flatMap((item, index) => {
      const { text } = pieceOf(item, level, names)
      // A mark without a text would be text itself.
      if (text.trim() === '') return []
      const mark = isOrdered ? `${first + index}.` : '*'
      return [`${'  '.repeat(level)}${mark} ${text.replace(/\n+/g, `\n${'  '.repeat(level + 1)}`)}`]
    })
    .join('\n')
}

/** Text with marks. Neighbours with the same marks get them once, and so do neighbours that are code. */
export function inlineText(element: Fields, names: SlackNames): string {
  let result = ''
  let run = ''
  let code = ''
  let marks = ''
  const endCode = () => {
    if (code !== '') run += inlineCode(code)
    code = ''
  }
  for (const part of listOf(element.elements).filter(isFields)) {
    const of = marksOf(part)
    const isCode = isFields(part.style) && part.style.code === true
    if (!isCode || of !== marks) endCode()
    const text = partOf(part, isCode ? names.plain : names)
    if (of !== marks) {
      // Five asterisks between italic and bold letters are no marks.
      const isJoined = /^\*(?!\*)/.test(marks) && of.startsWith('**') && /\S$/.test(run) && /^\S/.test(text)
      result += marked(run, isJoined ? marks.slice(1) : marks)
      run = ''
      marks = of
    }
    if (isCode) code += text
    else run += text
  }
  endCode()
  return result + marked(run, marks)
}

const plainText = (element: Fields, names: SlackNames): string =>
  listOf(element.elements)
    .filter(isFields)
    .map((part) => partOf(part, names.plain))
    .join('')

function marksOf({ style }: Fields): string {
  if (!isFields(style)) return ''
  return (
    (style.bold === true ? '**' : '') +
    (style.italic === true ? '*' : '') +
    (style.strike === true ? '~~' : '')
  )
}

/** Marks go around the text of each line, and not around the white space at its ends. */
function marked(text: string, marks: string): string {
  if (marks === '') return text
  const closing = marks.startsWith('~~') ? marks : marks.replace(/^(\*+)(~~)?$/, '$2$1')
  return text
    .split('\n')
    .map((line) => {
      const inner = line.trim()
      if (inner === '') return line
      const from = line.indexOf(inner)
      return line.slice(0, from) + marks + inner + closing + line.slice(from + inner.length)
    })
    .join('\n')
}

function partOf(part: Fields, names: SlackNames): string {
  switch (part.type) {
    case 'text':
      return textOf(part.text)
    case 'link':
      return linkTo(textOf(part.url), textOf(part.text), names)
    case 'user':
      return personOf(textOf(part.user_id), '', names)
    case 'usergroup':
      return groupOf(textOf(part.usergroup_id), '', names)
    case 'channel':
      return channelOf(textOf(part.channel_id), '', names)
    case 'emoji':
      return `:${textOf(part.name)}:`
    case 'broadcast':
      return broadcastOf(textOf(part.range), names) ?? `@${textOf(part.range)}`
    case 'date':
      return timeOf(Number(part.timestamp), textOf(part.fallback) || textOf(part.timestamp))
    default:
      return textOf(part.text) || textOf(part.value) || textOf(part.url)
  }
}
