import { escapeText } from '../../content/markdown/escape.ts'

/** Whether a word, as it stands in a text, is one that was looked for. */
export type IsLookedFor = (word: string) => boolean

/** A tag, an entity, a word, or anything else. Attributes of rendered messages have neither `<` nor `>`. */
const PIECE = /<[^<>]*>|&(?:#\d+|#x[\da-f]+|\w{1,32});|[\p{L}\p{N}\p{M}]+|./gisu

/** The words of the text of rendered HTML, outside formulas. */
export function wordsOf(html: string): string[] {
  return [...piecesOf(html)].filter(({ isWord }) => isWord).map(({ piece }) => piece)
}

/**
 * Rendered HTML with the words that were looked for in `<span class="highlight">`. Elements, attributes and text
 * stay as they are; formulas are left alone.
 */
export function highlight(html: string, isLookedFor: IsLookedFor): string {
  let result = ''
  for (const { piece, isWord } of piecesOf(html)) {
    result += isWord && isLookedFor(piece) ? `<span class="highlight">${piece}</span>` : piece
  }
  return result
}

/** Plain text, as HTML, with the words that were looked for marked. */
export const highlightText = (text: string, isLookedFor: IsLookedFor): string =>
  highlight(escapeText(text), isLookedFor)

function* piecesOf(html: string): Generator<{ piece: string; isWord: boolean }> {
  /** Elements that are open since a formula began; 0 outside formulas. */
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

/** By how much a tag changes how many elements are open. */
function depthOf(tag: string): number {
  if (tag.startsWith('</')) return -1
  return tag.endsWith('/>') || VOID.test(tag) || tag.startsWith('<!') ? 0 : 1
}
