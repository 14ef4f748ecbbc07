import { maxDepth } from '../rendering/limits.ts'
import { Lines } from './lines.ts'

/**
 * A part of a message between fences. A fence is three or more ` or ~ at the start of a line or of the text
 * of a list item. It encloses code, or with the words `quote` and `spoiler` more Markdown with nested fences.
 * An unclosed fence extends to the end of the message or of the item.
 */
export type Section =
  | { type: 'text'; lines: string[]; inItems: readonly ItemFence[] }
  | { type: 'code'; language: string; text: string }
  | { type: 'quote'; sections: Section[] }
  | { type: 'spoiler'; header: string; sections: Section[] }

/** A fence in a list item. In the lines of the text, `itemFenceLine` takes its place. */
export interface ItemFence {
  readonly section: Section
  /** Its lines as written, for text that turns out to be no list. */
  readonly source: string
}

interface Opening {
  fence: string
  language: string
  header: string
}

interface Sections {
  sections: Section[]
  /** The line after the closing fence. */
  next: number
}

/** Groups: the fence, the language (`js`, `.js`, `{.js}`) and the rest of the line. */
const openingLine = /^(~{3,}|`{3,}) *(?:\{?\.?([\w+\-./#]+)( .*|[^\w+\-./#~`].*)?)?$/

/** The markers of list items at the beginning of a line, and the rest of the line. */
const itemLine = /^( *)((?:(?:[*+-]|\d{1,9}\.) +)*)(.*)$/

/** Messages contain no NUL, so no text is mistaken for a fence. */
const mark = '\0'
export const itemFenceLine = /^ *\0(\d+)$/

/** Splits the lines of a message, or of a quote in it at this depth, at its fences. */
export function splitFences(lines: readonly string[], depth = 0): Section[] {
  return readSections(new Lines(lines), 0, undefined, depth).sections
}

/** Returns the fence that opens inside a quote's line; undefined when none does. */
export function openedFence(line: string): { fence: string; isCode: boolean } | undefined {
  const opening = readOpening(line)
  return opening && { fence: opening.fence, isCode: !/^(?:quote|quoted|spoiler)$/i.test(opening.language) }
}

function readSections(lines: Lines, from: number, closing: string | undefined, depth: number): Sections {
  const sections: Section[] = []
  let text: Text | undefined
  let next = from
  for (let line = lines.at(next); line !== undefined; line = lines.at(next)) {
    next += 1
    if (closing !== undefined && lines.isClosing(line, closing)) break
    const opening = depth < maxDepth ? readOpening(line) : undefined
    if (opening !== undefined) {
      text = undefined
      next = readFence(lines, next, opening, depth, sections)
      continue
    }
    if (text === undefined) {
      text = new Text()
      sections.push(text.section)
    }
    next = text.add(line, lines, next, depth)
  }
  return { sections, next }
}

/** The lines between two fences, with the fences of their list items. */
class Text {
  readonly #fences: ItemFence[] = []
  readonly section: Section & { type: 'text' } = { type: 'text', lines: [], inItems: this.#fences }
  /** Whether an indented line belongs to a list item. */
  #isInList = false
  #isAfterBlank = false

  /**
   * Adds a line, and the lines of the fence that it opens in a list item. Returns the number of the next
   * line.
   */
  add(line: string, lines: Lines, next: number, depth: number): number {
    const [, spaces = '', markers = '', rest = ''] = itemLine.exec(line)!
    const isIndented = spaces.length >= 2
    if (markers !== '') this.#isInList = true
    else if (this.#isAfterBlank && !isIndented && line.trim() !== '') this.#isInList = false
    this.#isAfterBlank = line.trim() === ''
    const isInItem = this.#isInList && (isIndented || markers !== '')
    const opening = isInItem && depth < maxDepth ? readOpening(rest) : undefined
    const into: Section[] = []
    const prefix = spaces + markers
    const end =
      opening === undefined
        ? next
        : readFence(lines.inItem(prefix.length, opening.fence), next, opening, depth, into)
    const [section] = into
    if (section === undefined) {
      this.section.lines.push(end === next ? line : prefix)
      return end
    }
    const last = lastWritten(lines, next, end)
    const source = [rest, ...lines.slice(next, last)].join('\n')
    this.section.lines.push(`${prefix}${mark}${this.#fences.length}`)
    this.#fences.push({ section, source })
    return last
  }
}

/**
 * Returns the line after the last one before `end` that is not blank. Blank lines end a list item that
 * follows them.
 */
function lastWritten(lines: Lines, from: number, end: number): number {
  let last = end
  while (last > from && lines.slice(last - 1, last)[0]!.trim() === '') last -= 1
  return last
}

function readFence(lines: Lines, from: number, opening: Opening, depth: number, into: Section[]): number {
  const { fence, language, header } = opening
  const word = language.toLowerCase()
  if (word === 'quote' || word === 'quoted') {
    const { sections, next } = readSections(lines, from, fence, depth + 1)
    into.push({ type: 'quote', sections })
    return next
  }
  if (word === 'spoiler') {
    const { sections, next } = readSections(lines, from, fence, depth + 1)
    into.push({ type: 'spoiler', header, sections })
    return next
  }
  const content: string[] = []
  let next = from
  for (let line = lines.at(next); line !== undefined; line = lines.at(next)) {
    next += 1
    if (lines.isClosing(line, fence)) break
    content.push(line.trimEnd())
  }
  if (content.length > 0) into.push({ type: 'code', language, text: content.join('\n') })
  return next
}

/**
 * A line with two fences, such as "```js code``` text", opens none. A spoiler always opens, because its text
 * must not be shown, and so does a quote of tildes, which are no code in a line.
 */
function readOpening(line: string): Opening | undefined {
  const match = openingLine.exec(line)
  if (match === null) return undefined
  const [, fence = '', language = '', header = ''] = match
  const name = language.toLowerCase()
  const opens = name === 'spoiler' || (name === 'quote' && fence.startsWith('~'))
  if (!opens && header.includes(fence[0]!.repeat(3))) return undefined
  return { fence, language, header: header.replace(/\}$/, '').trim() }
}
