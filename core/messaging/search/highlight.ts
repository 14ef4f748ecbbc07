/** Whether a word of a text matches the search. */
export type IsMatch = (word: string) => boolean

/** A word in HTML, and the place where it begins. */
export interface PlacedWord {
  readonly word: string
  readonly at: number
}

/**
 * A tag, an entity, a word (the group), a run of letters and digits that begins with a combining mark, other
 * characters, or `<` or `&` alone. Attributes of rendered messages contain neither `<` nor `>`.
 */
const PIECE =
  /<[^<>]*>|&(?:#\d+|#[xX][\da-fA-F]+|\w{1,32});|([\p{L}\p{N}][\p{L}\p{N}\p{M}]*)|\p{M}[\p{L}\p{N}\p{M}]*|[^<&\p{L}\p{N}\p{M}]+|./gsu

/**
 * Returns a pattern like `PIECE` that also finds these compounds as one word each, where no letter or digit
 * touches them: `example.com`, `-5` and `well-known`, as HTML. Returns undefined when there are none.
 */
export function piecesWith(compounds: readonly string[]): RegExp | undefined {
  if (compounds.length === 0) return undefined
  const longestFirst = [...compounds].sort((a, b) => b.length - a.length)
  const texts = longestFirst.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  const compound = `(?<![\\p{L}\\p{N}\\p{M}])(?:${texts.join('|')})(?![\\p{L}\\p{N}\\p{M}])`
  const word = '[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}]*'
  const other = '\\p{M}[\\p{L}\\p{N}\\p{M}]*|.'
  return new RegExp(`<[^<>]*>|(${compound}|${word})|&(?:#\\d+|#x[\\da-f]+|\\w{1,32});|${other}`, 'gisu')
}

/**
 * Returns the words in the text of rendered HTML that `mayMatch` accepts, except in formulas. `pieces` come
 * from `piecesWith`.
 */
export function wordsOf(html: string, mayMatch: IsMatch, pieces = PIECE): PlacedWord[] {
  const words: PlacedWord[] = []
  /** Number of open elements of the current formula; 0 outside formulas. */
  let formula = 0
  pieces.lastIndex = 0
  for (let match = pieces.exec(html); match !== null; match = pieces.exec(html)) {
    const [piece, word] = match
    if (word !== undefined) {
      if (formula === 0 && mayMatch(word)) words.push({ word, at: match.index })
    } else if (piece.length > 1 && piece.startsWith('<')) {
      if (formula > 0) formula += depthOf(piece)
      else if (/^<(?:span class="katex|math|svg)/.test(piece)) formula = depthOf(piece)
    }
  }
  return words
}

/**
 * Wraps the words of rendered HTML that match in `<span class="highlight">`. `words` come from `wordsOf`.
 * Leaves elements, attributes, text and formulas unchanged.
 */
export function highlight(html: string, words: readonly PlacedWord[], isMatch: IsMatch): string {
  let result = ''
  let end = 0
  for (const { word, at } of words) {
    if (!isMatch(word)) continue
    result += `${html.slice(end, at)}<span class="highlight">${word}</span>`
    end = at + word.length
  }
  return result + html.slice(end)
}

const VOID = /^<(?:area|br|col|hr|img|input|link|source|wbr)\b/i

/** Returns the change in the number of open elements by a tag. */
function depthOf(tag: string): number {
  if (tag.startsWith('</')) return -1
  return tag.endsWith('/>') || VOID.test(tag) || tag.startsWith('<!') ? 0 : 1
}
