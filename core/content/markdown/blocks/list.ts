import type { Block, Item, List, Place, ReadLines } from './tree.ts'

/**
 * The first line of an item of a bulleted or numbered list. Two spaces of indentation make one level. A line
 * without a marker continues the item above and keeps its leading spaces. An item is loose (rendered with
 * `<p>`) only when a blank line separates it from its neighbour or separates its own parts.
 */
interface Marker {
  indent: number
  ordered: boolean
  number: number
  /** The line after the marker. */
  rest: string
}

/** The lines of one item: its own, then the lines of its nested list. */
interface ItemLines {
  own: string[]
  nested: string[]
}

/** Whether the line is a list item of the outermost level. */
export function startsList(line: string): boolean {
  const marker = readMarker(line)
  return marker !== undefined && marker.indent < 2
}

/** Parses lines whose first line starts a list. Continues the preceding list when it is of the same kind. */
export function readList(lines: readonly string[], place: Place, read: ReadLines): void {
  const { ordered, number } = readMarker(lines[0]!)!
  const before = place.into.at(-1)
  const continued = before?.type === 'list' && before.ordered === ordered ? before : undefined
  const list: List = continued ?? { type: 'list', ordered, start: ordered ? number : 1, items: [] }
  if (continued === undefined) place.into.push(list)
  else continued.items.at(-1)!.loose = true

  let loose = continued !== undefined
  for (const { own, nested } of splitItems(lines, ordered)) {
    const item: Item = { children: [], loose }
    list.items.push(item)
    const inside = { ...place, into: item.children, depth: place.depth + 1 }
    if (own.length > 1 || own[0] !== '') read(own, inside)
    if (nested.length > 0) read(dedent(nested, indentOf(nested[0]!)), inside)
    loose = false
  }
}

/**
 * Parses lines that follow `list` after a blank line and are indented by at least two spaces. They continue
 * the last item of the innermost nested list that their indentation reaches.
 */
export function readItemContinuation(
  lines: readonly string[],
  list: List,
  place: Place,
  read: ReadLines,
): void {
  const indent = indentOf(lines[0]!)
  let item = list.items.at(-1)!
  let level = 1
  for (let inner = lastList(item.children); inner !== undefined && indent >= (level + 1) * 2; level += 1) {
    item = inner.items.at(-1)!
    inner = lastList(item.children)
  }
  item.loose = true
  read(dedent(lines, level * 2), { ...place, into: item.children, depth: place.depth + level })
}

function splitItems(lines: readonly string[], ordered: boolean): ItemLines[] {
  const items: ItemLines[] = []
  for (const line of lines) {
    const marker = readMarker(line)
    const item = items.at(-1)
    if (marker !== undefined && marker.indent < 2 && marker.ordered === ordered) {
      items.push({ own: [marker.rest], nested: [] })
    } else if (item === undefined) {
      throw new Error('a list starts with one of its items')
    } else if (item.nested.length > 0 || (marker !== undefined && marker.indent >= 2)) {
      item.nested.push(line)
    } else {
      item.own.push(line)
    }
  }
  return items
}

function readMarker(line: string): Marker | undefined {
  const match = /^( *)(?:[*+-]|(\d{1,9})\.) +(.*)$/.exec(line)
  if (match === null) return undefined
  const [, spaces = '', number, rest = ''] = match
  return { indent: spaces.length, ordered: number !== undefined, number: Number(number ?? 1), rest }
}

function lastList(blocks: readonly Block[]): List | undefined {
  const last = blocks.at(-1)
  return last?.type === 'list' ? last : undefined
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

function dedent(lines: readonly string[], columns: number): string[] {
  return lines.map((line) => line.slice(Math.min(columns, indentOf(line))))
}
