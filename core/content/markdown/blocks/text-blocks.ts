import { maxDepth } from '../limits.ts'
import { readItemContinuation, readList, startsList } from './list.ts'
import { findQuote, unquote } from './quote.ts'
import { readTable } from './table.ts'
import type { Place } from './tree.ts'

const heading = /^(#{1,6})\s(.*)$/
const rule = /^ {0,3}([-_*])(?: {0,2}\1){2,} *$/

/** Parses lines without fences. Blank lines separate groups, and most blocks end with their group. */
export function readText(lines: readonly string[], place: Place): void {
  let group: string[] = []
  let blankLines = 0
  const flush = () => {
    if (group.length > 0) readGroup(group, place, blankLines)
    group = []
  }
  for (const line of lines) {
    if (line.trim() !== '') {
      group.push(line)
      continue
    }
    if (group.length > 0) {
      flush()
      blankLines = 0
    }
    blankLines += 1
  }
  flush()
}

/** Parses a group of lines without blank lines. `blankLines` is the number of blank lines before it. */
function readGroup(lines: readonly string[], place: Place, blankLines = 0): void {
  if (place.depth >= maxDepth) {
    pushParagraph(lines, place)
    return
  }
  const before = place.into.at(-1)
  if (before?.type === 'list' && lines[0]!.startsWith('  ')) {
    readItemContinuation(lines, before, place, readGroup)
    return
  }
  const plain = takeIndentedCode(lines, place, blankLines)
  let start = 0
  for (const [index, line] of plain.entries()) {
    const headingMatch = heading.exec(line)
    if (headingMatch === null && !rule.test(line)) continue
    readPiece(plain.slice(start, index), place)
    start = index + 1
    if (headingMatch === null) {
      place.into.push({ type: 'rule' })
    } else {
      const text = headingMatch[2]!.trimEnd()
      place.into.push({ type: 'heading', level: headingMatch[1]!.length, text: withoutClosingHashes(text) })
    }
  }
  readPiece(plain.slice(start), place)
}

/** Parses the leading lines indented by four spaces as code, and returns the other lines. */
function takeIndentedCode(lines: readonly string[], place: Place, blankLines: number): readonly string[] {
  const end = lines.findIndex((line) => !line.startsWith('    '))
  const count = end === -1 ? lines.length : end
  if (count === 0) return lines
  const text = lines
    .slice(0, count)
    .map((line) => line.slice(4))
    .join('\n')
  const before = place.into.at(-1)
  if (before?.type === 'code' && before.indented) before.text += '\n'.repeat(blankLines + 1) + text
  else place.into.push({ type: 'code', language: '', text, indented: true })
  return lines.slice(count)
}

/** Parses lines without headings and rules. */
function readPiece(lines: readonly string[], place: Place): void {
  if (lines.length === 0) return
  const table = readTable(lines, place)
  if (table !== undefined) {
    place.into.push(table)
    return
  }
  if (startsList(lines[0]!)) {
    readList(lines, place, readGroup)
    return
  }
  const quoteStart = findQuote(lines)
  if (quoteStart === undefined) {
    pushParagraph(lines, place)
    return
  }
  if (quoteStart > 0) pushParagraph(lines.slice(0, quoteStart), place)
  const quote = { type: 'quote' as const, children: [] }
  place.into.push(quote)
  readText(unquote(lines.slice(quoteStart)), {
    ...place,
    into: quote.children,
    depth: place.depth + 1,
  })
}

function pushParagraph(lines: readonly string[], place: Place): void {
  place.into.push({ type: 'paragraph', text: lines.join('\n').trimStart() })
}

function withoutClosingHashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '#') end -= 1
  return text.slice(0, end).trim()
}
