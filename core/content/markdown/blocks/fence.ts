import { maxDepth } from '../limits.ts'

/**
 * A part of a message between fences. A fence is three or more ` or ~ at the start of a line. Fences are
 * found before any other block, so a list or quote never spans one. A fence encloses code, or with the words
 * `quote` and `spoiler` more Markdown with nested fences. An unclosed fence extends to the end of the
 * message.
 */
export type Section =
  | { type: 'text'; lines: string[] }
  | { type: 'code'; language: string; text: string }
  | { type: 'quote'; sections: Section[] }
  | { type: 'spoiler'; header: string; sections: Section[] }

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
const openingLine = /^(~{3,}|`{3,}) *(?:\{?\.?([\w+\-./#]+)( [^~`]*|[^\w+\-./#~`][^~`]*)?)?$/

/** Splits the lines of a message at its fences. */
export function splitFences(lines: readonly string[]): Section[] {
  return readSections(lines, 0, undefined, 0).sections
}

function readSections(
  lines: readonly string[],
  from: number,
  closing: string | undefined,
  depth: number,
): Sections {
  const sections: Section[] = []
  let text: string[] | undefined
  let next = from
  while (next < lines.length) {
    const line = lines[next]!
    next += 1
    if (line.trimEnd() === closing) break
    const opening = depth < maxDepth ? readOpening(line) : undefined
    if (opening === undefined) {
      if (text === undefined) {
        text = []
        sections.push({ type: 'text', lines: text })
      }
      text.push(line)
      continue
    }
    text = undefined
    next = readFence(lines, next, opening, depth, sections)
  }
  return { sections, next }
}

function readFence(
  lines: readonly string[],
  from: number,
  opening: Opening,
  depth: number,
  into: Section[],
): number {
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
  for (let next = from; next < lines.length; next += 1) {
    const line = lines[next]!.trimEnd()
    if (line === fence) {
      pushCode(content, language, into)
      return next + 1
    }
    content.push(line)
  }
  pushCode(content, language, into)
  return lines.length
}

function pushCode(lines: string[], language: string, into: Section[]): void {
  if (lines.length > 0) into.push({ type: 'code', language, text: lines.join('\n') })
}

function readOpening(line: string): Opening | undefined {
  const match = openingLine.exec(line)
  if (match === null) return undefined
  const [, fence = '', language = '', header = ''] = match
  return { fence, language, header: header.replace(/\}$/, '').trim() }
}
