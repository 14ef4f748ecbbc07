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

/** Removes the markers from a quote's lines. */
export function unquote(lines: readonly string[]): string[] {
  return lines.map((line) => (onlyMarker.test(line) ? '' : line.replace(marker, '')))
}
