export interface CodeSpan {
  contentStart: number
  contentEnd: number
  end: number
}

/**
 * Finds code spans, keyed by their start. A span goes from a run of backticks to the next run of the same
 * length and may contain newlines. A backslash before the first run makes it text.
 */
export function findCodeSpans(text: string): Map<number, CodeSpan> {
  const spans = new Map<number, CodeSpan>()
  if (!text.includes('`')) return spans
  const runs = [...text.matchAll(/`+/g)].map((match) => ({ start: match.index, length: match[0].length }))
  const nextOfLength = indexNextOfSameLength(runs)
  for (let index = 0; index < runs.length; index += 1) {
    const { start, length } = runs[index]!
    const closing = nextOfLength[index]!
    if (closing === -1 || isEscaped(text, start)) continue
    const contentEnd = runs[closing]!.start
    spans.set(start, { contentStart: start + length, contentEnd, end: contentEnd + length })
    index = closing
  }
  return spans
}

function indexNextOfSameLength(runs: readonly { length: number }[]): number[] {
  const latest = new Map<number, number>()
  const next = new Array<number>(runs.length).fill(-1)
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const { length } = runs[index]!
    next[index] = latest.get(length) ?? -1
    latest.set(length, index)
  }
  return next
}

function isEscaped(text: string, position: number): boolean {
  let backslashes = 0
  while (text[position - 1 - backslashes] === '\\') backslashes += 1
  return backslashes % 2 === 1
}
