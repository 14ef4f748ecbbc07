const marker = /^ {0,3}> ?/
const onlyMarker = /^ {0,3}>\s*$/

/**
 * The line at which a `>` quote begins, undefined when there is none. A quote reaches to the next
 * blank line whether or not the lines after its first have the marker; markers with nothing after
 * them are no quote but text.
 */
export function findQuote(lines: readonly string[]): number | undefined {
  const last = lines.findLastIndex((line) => !onlyMarker.test(line))
  const first = lines.findIndex((line) => marker.test(line))
  return first !== -1 && first <= last ? first : undefined
}

/** A quote's lines without their markers. */
export function unquote(lines: readonly string[]): string[] {
  return lines.map((line) => (onlyMarker.test(line) ? '' : line.replace(marker, '')))
}
