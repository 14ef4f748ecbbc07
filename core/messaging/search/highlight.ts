import type { Token } from '../words/tokens.ts'
import type { Found } from './find-words.ts'

/** A part of a text, from its first character to the one after the last. */
type Range = readonly [from: number, to: number]

/**
 * Wraps the words of rendered HTML that match in `<span class="highlight">`. `tokens` are those of
 * `tokensOfHtml`. Words that follow each other without a space and a tag are wrapped together. Leaves
 * elements, attributes, text and formulas unchanged.
 */
export function highlight(html: string, tokens: readonly Token[], found: readonly Found[]): string {
  const ranges = found.flatMap((each) => rangesOf(html, tokens, each))
  let result = ''
  let end = 0
  for (const [from, to] of merged(ranges)) {
    result += `${html.slice(end, from)}<span class="highlight">${html.slice(from, to)}</span>`
    end = to
  }
  return result + html.slice(end)
}

function rangesOf(html: string, tokens: readonly Token[], { first, last }: Found): Range[] {
  const words = tokens.slice(first, last + 1)
  if (!words.every(({ isMarkable }) => isMarkable)) return []
  const whole: Range = [words[0]!.from, words.at(-1)!.to]
  // The words of an address behind a link follow all others, and stand at the text of the link.
  const isInOrder = words.every(({ from }, index) => index === 0 || from >= words[index - 1]!.from)
  return !isInOrder || /[\s<]/.test(html.slice(...whole))
    ? words.flatMap(({ from, to, pieces = [[from, to]] }) => pieces)
    : [whole]
}

/** Joins ranges that overlap. */
function merged(ranges: readonly Range[]): Range[] {
  const joined: Range[] = []
  for (const range of [...ranges].sort(([a], [b]) => a - b)) {
    const last = joined.at(-1)
    if (last !== undefined && range[0] < last[1])
      joined[joined.length - 1] = [last[0], Math.max(last[1], range[1])]
    else joined.push(range)
  }
  return joined
}
