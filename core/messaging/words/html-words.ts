import { plainSign, pushTokens, type Token, tokensOf } from './tokens.ts'

/**
 * A tag, an entity, other text, or `<` or `&` alone. Attributes of rendered messages contain neither `<`
 * nor `>`.
 */
const PIECE = /<[^<>]*>|&(?:#\d+|#[xX][\da-fA-F]+|\w{1,32});|[^<&]+|./gs
const FORMULA = /^<(?:span class="katex|math|svg)/
const SOURCE = /^<annotation encoding="application\/x-tex"/
const EMOJI = /^<span\b[^>]* class="emoji emoji-([\da-f]+(?:-[\da-f]+)*)"/
const NAMED_PICTURE = /^<img alt="(:[^"]+:)" class="emoji"/
/** Tags inside a text without spaces, which begin no new word: `**東京**都`. */
const EMPHASIS = /^<\/?(?:strong|em|del)>$/
/** The address of a link to another place than the organization's own pages. */
const ADDRESS = /^<a\b[^>]* href="((?:https?:\/\/|mailto:)[^"]+)"/i

/**
 * Returns the words in the text of rendered HTML, in their order: the names and the signs of emoji too, and
 * of formulas the source. Tags and entities separate words, but emphasis does not separate neighbours in a
 * script without spaces. Places are those in the HTML. At the end come the words of the addresses that links
 * have behind other texts; their place is the text of the link.
 */
export function tokensOfHtml(html: string): Token[] {
  const tokens: Token[] = []
  /** Number of open elements of the current formula; 0 outside formulas. */
  let formula = 0
  let isSource = false
  let sign: string | undefined
  let link: { readonly address: string; readonly from: number } | undefined
  const addresses = new Addresses()
  /** The end of the text that only tags of emphasis have followed since; -1 after something else. */
  let textEnd = -1
  PIECE.lastIndex = 0
  for (let match = PIECE.exec(html); match !== null; match = PIECE.exec(html)) {
    const [piece] = match
    const at = match.index
    if (piece[0] === '<' && piece.length > 1) {
      if (!EMPHASIS.test(piece)) textEnd = -1
      isSource = false
      if (formula > 0) {
        formula += depthOf(piece)
        isSource = SOURCE.test(piece)
      } else if (FORMULA.test(piece)) formula = depthOf(piece)
      else {
        sign = EMOJI.exec(piece)?.[1]
        const picture = NAMED_PICTURE.exec(piece)
        if (picture !== null) pushTokens(tokens, picture[1]!, at, false)
        const address = ADDRESS.exec(piece)?.[1]
        if (address !== undefined) link = { address, from: at + piece.length }
        else if (piece === '</a>' && link !== undefined) {
          addresses.add(link.address, html.slice(link.from, at), link.from)
          link = undefined
        }
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
      const first = tokens.length
      pushTokens(tokens, piece, at, formula === 0)
      if (textEnd !== -1) joinNeighbours(tokens, first, textEnd, at)
      textEnd = at + piece.length
    } else textEnd = -1
  }
  for (const { address, ...link } of addresses.hidden)
    for (const token of tokensOf(address)) tokens.push({ ...token, ...link })
  return tokens
}

/**
 * Makes a pair of the last character before emphasis and the first one after it, where both are of a script
 * without spaces. The first word of the text at `from` is `tokens[first]`; the text before it ends at `end`.
 * The pair has the place of its second character, because a pair with the first one is marked there.
 */
function joinNeighbours(tokens: Token[], first: number, end: number, from: number): void {
  const [before, after] = [tokens[first - 1], tokens[first]]
  if (before?.kind !== 'end' || before.to !== end || after?.from !== from) return
  if (after.kind !== 'pair' && after.kind !== 'end') return
  const [character] = Array.from(after.word)
  const to = Math.min(after.to, from + character!.length)
  tokens[first - 1] = { ...before, kind: 'pair', word: before.word + character!, from, to }
}

/** The text of a link in its HTML. */
type Link = Pick<Token, 'from' | 'to' | 'isMarkable'>

/** The addresses of links that a reader does not see, each once. */
class Addresses {
  readonly hidden: (Link & { readonly address: string })[] = []
  readonly #seen = new Set<string>()

  /** Adds the address of a link with a text. Both are HTML, and the text begins at `from`. */
  add(address: string, text: string, from: number): void {
    const isMarkable = text !== '' && !text.includes('<')
    this.#seen.add(text).add(`http://${text}`).add(`mailto:${text}`)
    for (const form of [address, percentDecoded(address)]) {
      if (this.#seen.has(form)) continue
      this.#seen.add(form)
      this.hidden.push({ address: plainText(form), from, to: from + text.length, isMarkable })
    }
  }
}

/** Returns the emoji of code points in hexadecimal: `1f1e9-1f1ea`. */
export const signOf = (code: string): string =>
  plainSign(String.fromCodePoint(...code.split('-').map((point) => Number.parseInt(point, 16))))

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

const plainText = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot|#39);/g, (_entity, name: string) => ENTITIES[name]!)

/** Returns the address as people read it: with letters in place of `%C3%A4`. */
function percentDecoded(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}

const VOID = /^<(?:area|br|col|hr|img|input|link|source|wbr)\b/i

/** Returns the change in the number of open elements by a tag. */
function depthOf(tag: string): number {
  if (tag.startsWith('</')) return -1
  return tag.endsWith('/>') || VOID.test(tag) || tag.startsWith('<!') ? 0 : 1
}
