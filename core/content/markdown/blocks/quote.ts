import { openedFence } from './fence.ts'

const marker = /^ {0,3}> ?/
const onlyMarker = /^ {0,3}>\s*$/

/**
 * Returns the index of the line at which a `>` quote begins, or undefined. A quote extends to the next blank
 * line, even when its later lines have no marker. Markers without any text are not a quote.
 */
export function findQuote(lines: readonly string[]): number | undefined {
  const last = lines.findLastIndex((line) => !onlyMarker.test(line))
  const first = lines.findIndex((line) => marker.test(line))
  return first !== -1 && first <= last ? first : undefined
}

/**
 * Returns the index of the line after the quote that begins at `start`. A line without a marker continues the
 * text of a quote, but not the code of a fence in it.
 */
export function endOfQuote(lines: readonly string[], start: number): number {
  const open: { fence: string; isCode: boolean }[] = []
  for (let index = start; index < lines.length; index += 1) {
    const line = lines[index]!
    if (!marker.test(line)) {
      if (open.length > 0) return index
      continue
    }
    const text = line.replace(marker, '')
    const last = open.at(-1)
    if (last !== undefined && text.trimEnd() === last.fence) open.pop()
    else if (last?.isCode !== true) {
      const opened = openedFence(text)
      if (opened !== undefined) open.push(opened)
    }
  }
  return lines.length
}

/** Removes the markers from a quote's lines. */
export function unquote(lines: readonly string[]): string[] {
  return lines.map((line) => (onlyMarker.test(line) ? '' : line.replace(marker, '')))
}
