import { escapeText } from '../../content/markdown/escape.ts'

/** Whether a word of a text matches the search. */
export type IsMatch = (word: string) => boolean

/** A tag, an entity, a word, other characters, or `<` or `&` alone. Attributes of rendered messages contain neither `<` nor `>`. */
const PIECE = /<[^<>]*>|&(?:#\d+|#x[\da-f]+|\w{1,32});|[\p{L}\p{N}\p{M}]+|[^<&\p{L}\p{N}\p{M}]+|./gisu

/** Calls `visit` with each word in the text of rendered HTML, except in formulas. */
export function forEachWord(html: string, visit: (word: string) => void): void {
  forEachPiece(html, (piece, isWord) => {
    if (isWord) visit(piece)
  })
}

/**
 * Wraps the matching words of rendered HTML in `<span class="highlight">`. Leaves elements, attributes, text and
 * formulas unchanged.
 */
export function highlight(html: string, isMatch: IsMatch): string {
  let result = ''
  forEachPiece(html, (piece, isWord) => {
    result += isWord && isMatch(piece) ? `<span class="highlight">${piece}</span>` : piece
  })
  return result
}

/** Converts plain text to HTML with the matching words highlighted. */
export const highlightText = (text: string, isMatch: IsMatch): string => highlight(escapeText(text), isMatch)

function forEachPiece(html: string, visit: (piece: string, isWord: boolean) => void): void {
  /** Number of open elements of the current formula; 0 outside formulas. */
  let formula = 0
  PIECE.lastIndex = 0
  for (let match = PIECE.exec(html); match !== null; match = PIECE.exec(html)) {
    const piece = match[0]
    if (piece.length > 1 && piece.startsWith('<')) {
      if (formula > 0) formula += depthOf(piece)
      else if (/^<(?:span class="katex|math|svg)/.test(piece)) formula = depthOf(piece)
      visit(piece, false)
    } else {
      visit(piece, formula === 0 && BEGINS_WORD.test(piece))
    }
  }
}

const BEGINS_WORD = /^[\p{L}\p{N}]/u
const VOID = /^<(?:area|br|col|hr|img|input|link|source|wbr)\b/i

/** Returns the change in the number of open elements by a tag. */
function depthOf(tag: string): number {
  if (tag.startsWith('</')) return -1
  return tag.endsWith('/>') || VOID.test(tag) || tag.startsWith('<!') ? 0 : 1
}
