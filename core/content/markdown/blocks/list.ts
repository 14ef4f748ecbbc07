import type { Block, Item, List, Place, ReadLines } from './tree.ts'

/**
 * Bullet and numbered lists. A level is two spaces; a line that is neither an item nor indented
 * before a marker continues the item above, spaces included. An item is loose (`<p>`) only where a
 * blank line separates it from a neighbour or from more of itself.
 */

interface Marker {
  indent: number
  ordered: boolean
  number: number
  rest: string
}

/** One item's lines: its own, then those of the list nested in it. */
interface ItemLines {
  own: string[]
  nested: string[]
}

export function startsList(line: string): boolean {
  const marker = readMarker(line)
  return marker !== undefined && marker.indent < 2
}

/** Reads lines of which the first `startsList`; continues the list before them if it is of their kind. */
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
 * Reads lines indented by at least two spaces, after a blank line, into the last item of the list
 * that ends `place`: of its innermost list that the indentation reaches.
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
