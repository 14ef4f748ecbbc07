import { maxDepth } from '../rendering/limits.ts'
import { type ItemFence, itemFenceLine } from './fence.ts'
import { readItemContinuation, readList, startsList } from './list.ts'
import { endOfQuote, findQuote, unquote } from './quote.ts'
import { readTable, startsTable } from './table.ts'
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
    const fence = itemFenceAt(line, place)
    if (headingMatch === null && fence === undefined && !rule.test(line)) continue
    // The items above keep the fence, because its line is indented.
    if (fence !== undefined && startsList(plain[start]!)) continue
    readPiece(plain.slice(start, index), place)
    start = index + 1
    if (fence !== undefined) {
      place.readSection(fence.section, place)
    } else if (headingMatch === null) {
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
  const end = lines.findIndex((line) => !line.startsWith('    ') || itemFenceLine.test(line))
  const count = end === -1 ? lines.length : end
  if (count === 0) return lines
  const text = withFences(lines.slice(0, count), place)
    .map((line) => line.replace(/^ {1,4}/, ''))
    .join('\n')
  const before = place.into.at(-1)
  if (before?.type === 'code' && before.indented) before.text += '\n'.repeat(blankLines + 1) + text
  else place.into.push({ type: 'code', language: '', text, indented: true })
  return lines.slice(count)
}

/** Parses lines without headings and rules. */
function readPiece(lines: readonly string[], place: Place): void {
  if (lines.length === 0) return
  if (startsTable(lines, 0)) {
    const table = readTable(lines, place)
    if (table !== undefined) {
      place.into.push(table)
      return
    }
  }
  if (startsList(lines[0]!)) {
    readList(lines, place, readGroup)
    return
  }
  const quoteStart = findQuote(lines) ?? lines.length
  const tableStart = lines.findIndex(
    (_, index) => index > 0 && index < quoteStart && startsTable(lines, index),
  )
  const table = tableStart === -1 ? undefined : readTable(lines.slice(tableStart), place)
  if (table !== undefined) {
    pushParagraph(lines.slice(0, tableStart), place)
    place.into.push(table)
    return
  }
  if (quoteStart > 0) pushParagraph(lines.slice(0, quoteStart), place)
  if (quoteStart === lines.length) return
  const quote = { type: 'quote' as const, children: [] }
  const quoteEnd = endOfQuote(lines, quoteStart)
  place.into.push(quote)
  place.readQuote(unquote(withFences(lines.slice(quoteStart, quoteEnd), place)), {
    ...place,
    into: quote.children,
    depth: place.depth + 1,
  })
  readPiece(lines.slice(quoteEnd), place)
}

function pushParagraph(lines: readonly string[], place: Place): void {
  place.into.push({
    type: 'paragraph',
    text: withFences(lines, place).join('\n').trimStart(),
  })
}

const itemFenceAt = (line: string, { itemFences }: Place): ItemFence | undefined => {
  const number = itemFenceLine.exec(line)?.[1]
  return number === undefined ? undefined : itemFences[Number(number)]
}

/** Returns the lines as they were written, for text in which fences of items turn out to be none. */
const withFences = (lines: readonly string[], { itemFences }: Place): string[] =>
  lines.flatMap((line) =>
    line.replace(/\0(\d+)$/, (_, number: string) => itemFences[Number(number)]!.source).split('\n'),
  )

function withoutClosingHashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '#') end -= 1
  return text.slice(0, end).trim()
}
