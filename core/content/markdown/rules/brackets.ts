import type { CodeSpan } from './code-spans.ts'

/**
 * Maps the position of each `[` and `(` to the position of its closing bracket. Ignores brackets in code
 * spans.
 */
export function pairBrackets(text: string, codeSpans: ReadonlyMap<number, CodeSpan>): Map<number, number> {
  const pairs = new Map<number, number>()
  if (!text.includes('](')) return pairs
  const square: number[] = []
  const round: number[] = []
  for (let position = 0; position < text.length; position += 1) {
    switch (text[position]) {
      case '`':
        position = skipCodeSpan(position, codeSpans)
        break
      case '[':
        square.push(position)
        break
      case '(':
        round.push(position)
        break
      case ']':
        close(square, position, pairs)
        break
      case ')':
        close(round, position, pairs)
        break
    }
  }
  return pairs
}

function close(open: number[], position: number, pairs: Map<number, number>): void {
  const opening = open.pop()
  if (opening !== undefined) pairs.set(opening, position)
}

function skipCodeSpan(position: number, codeSpans: ReadonlyMap<number, CodeSpan>): number {
  const span = codeSpans.get(position)
  return span === undefined ? position : span.end - 1
}
