import { plainSign, pushTokens, type Token } from './tokens.ts'

/**
 * A tag, an entity, other text, or `<` or `&` alone. Attributes of rendered messages contain neither `<`
 * nor `>`.
 */
const PIECE = /<[^<>]*>|&(?:#\d+|#[xX][\da-fA-F]+|\w{1,32});|[^<&]+|./gs
const FORMULA = /^<(?:span class="katex|math|svg)/
const SOURCE = /^<annotation encoding="application\/x-tex"/
const EMOJI = /^<span\b[^>]* class="emoji emoji-([\da-f]+(?:-[\da-f]+)*)"/
const NAMED_PICTURE = /^<img alt="(:[^"]+:)" class="emoji"/

/**
 * Returns the words in the text of rendered HTML, in their order: the names and the signs of emoji too, and
 * of formulas the source. Tags and entities separate words. Places are those in the HTML.
 */
export function tokensOfHtml(html: string): Token[] {
  const tokens: Token[] = []
  /** Number of open elements of the current formula; 0 outside formulas. */
  let formula = 0
  let isSource = false
  let sign: string | undefined
  PIECE.lastIndex = 0
  for (let match = PIECE.exec(html); match !== null; match = PIECE.exec(html)) {
    const [piece] = match
    const at = match.index
    if (piece[0] === '<' && piece.length > 1) {
      isSource = false
      if (formula > 0) {
        formula += depthOf(piece)
        isSource = SOURCE.test(piece)
      } else if (FORMULA.test(piece)) formula = depthOf(piece)
      else {
        sign = EMOJI.exec(piece)?.[1]
        const picture = NAMED_PICTURE.exec(piece)
        if (picture !== null) pushTokens(tokens, picture[1]!, at, false)
      }
    } else if (piece[0] !== '&' && (formula === 0 || isSource)) {
      if (sign !== undefined) {
        const to = at + piece.length
        tokens.push({
          kind: 'sign',
          word: signOf(sign),
          others: undefined,
          accented: undefined,
          from: at,
          to,
          isMarkable: true,
        })
        sign = undefined
      }
      pushTokens(tokens, piece, at, formula === 0)
    }
  }
  return tokens
}

/** Returns the emoji of code points in hexadecimal: `1f1e9-1f1ea`. */
export const signOf = (code: string): string =>
  plainSign(String.fromCodePoint(...code.split('-').map((point) => Number.parseInt(point, 16))))

const VOID = /^<(?:area|br|col|hr|img|input|link|source|wbr)\b/i

/** Returns the change in the number of open elements by a tag. */
function depthOf(tag: string): number {
  if (tag.startsWith('</')) return -1
  return tag.endsWith('/>') || VOID.test(tag) || tag.startsWith('<!') ? 0 : 1
}
