import { escapeText } from '../../content/markdown/escape.ts'

/** Whether a word of a text matches the search. */
export type IsMatch = (word: string) => boolean

/** A tag, an entity, a word, or another character. Attributes of rendered messages contain neither `<` nor `>`. */
const PIECE = /<[^<>]*>|&(?:#\d+|#x[\da-f]+|\w{1,32});|[\p{L}\p{N}\p{M}]+|./gisu

/** Returns the words in the text of rendered HTML, except in formulas. */
export function wordsOf(html: string): string[] {
  return [...piecesOf(html)].filter(({ isWord }) => isWord).map(({ piece }) => piece)
}

/**
 * Wraps the matching words of rendered HTML in `<span class="highlight">`. Leaves elements, attributes, text and
 * formulas unchanged.
 */
export function highlight(html: string, isMatch: IsMatch): string {
  let result = ''
  for (const { piece, isWord } of piecesOf(html)) {
    result += isWord && isMatch(piece) ? `<span class="highlight">${piece}</span>` : piece
  }
  return result
}

/** Converts plain text to HTML with the matching words highlighted. */
export const highlightText = (text: string, isMatch: IsMatch): string => highlight(escapeText(text), isMatch)

function* piecesOf(html: string): Generator<{ piece: string; isWord: boolean }> {
  /** Number of open elements of the current formula; 0 outside formulas. */
  let formula = 0
  for (const [piece] of html.matchAll(PIECE)) {
    if (piece.length > 1 && piece.startsWith('<')) {
      if (formula > 0) formula += depthOf(piece)
      else if (/^<(?:span class="katex|math|svg)/.test(piece)) formula = depthOf(piece)
      yield { piece, isWord: false }
    } else {
      yield { piece, isWord: formula === 0 && /^[\p{L}\p{N}]/u.test(piece) }
    }
  }
}

const VOID = /^<(?:area|br|col|hr|img|input|link|source|wbr)\b/i

/** Returns the change in the number of open elements by a tag. */
function depthOf(tag: string): number {
  if (tag.startsWith('</')) return -1
  return tag.endsWith('/>') || VOID.test(tag) || tag.startsWith('<!') ? 0 : 1
}
