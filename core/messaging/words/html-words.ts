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
/** Tags inside a line of text, where no word ends: `**un**believable`, `**東京**都`, colours of code. */
const INLINE = /^<\/?(?:a|b|code|del|em|i|s|span|strong|sub|sup|u)\b/
/** The address of a link to another place than the organization's own pages. */
const ADDRESS = /^<a\b[^>]* href="((?:https?:\/\/|mailto:)[^"]+)"/i

/**
 * Returns the words in the text of rendered HTML, in their order: the names and the signs of emoji too, and
 * of formulas the source. Entities separate words and so do tags, except those inside a line of text: such a
 * word has its parts at the same place. Places are those in the HTML. At the end come the words of the
 * addresses that links have behind other texts; their place is the text of the link.
 */
export function tokensOfHtml(html: string): Token[] {
  const tokens: Token[] = []
  /** Number of open elements of the current formula; 0 outside formulas. */
  let formula = 0
  let isSource = false
  let sign: string | undefined
  let link: { readonly address: string; readonly from: number } | undefined
  const addresses = new Addresses()
  /** Texts with only inline tags between them and perhaps one word over each border. Not added yet. */
  let line: Text[] = []
  const endLine = () => {
    if (line.length === 0) return
    pushLine(tokens, line)
    line = []
  }
  PIECE.lastIndex = 0
  for (let match = PIECE.exec(html); match !== null; match = PIECE.exec(html)) {
    const [piece] = match
    const at = match.index
    if (piece[0] === '<' && piece.length > 1) {
      if (!INLINE.test(piece)) endLine()
      isSource = false
      if (formula > 0) {
        formula += depthOf(piece)
        isSource = SOURCE.test(piece)
      } else if (FORMULA.test(piece)) {
        endLine()
        formula = depthOf(piece)
      } else {
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
        endLine()
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
      if (formula > 0) pushTokens(tokens, piece, at, false)
      else {
        if (line.length > 0 && !mayContinue(line.at(-1)!.text, piece)) endLine()
        line.push({ text: piece, at })
      }
    } else endLine()
  }
  endLine()
  for (const { address, ...link } of addresses.hidden)
    for (const token of tokensOf(address)) tokens.push({ ...token, ...link })
  return tokens
}

/** Whether a word may begin in the first text and end in the second one. `C++` and `C#` are words too. */
function mayContinue(before: string, after: string): boolean {
  const next = after.charCodeAt(0)
  return isOfWord(before.charCodeAt(before.length - 1)) && (isOfWord(next) || next === 0x2b || next === 0x23)
}

/** True for all characters beyond ASCII. */
const isOfWord = (code: number): boolean =>
  code >= 0x80 ||
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x30 && code <= 0x39) ||
  (code >= 0x41 && code <= 0x5a)

/** A text of the HTML, and its place. */
interface Text {
  readonly text: string
  readonly at: number
}

/** A word of more pieces is several words, because each piece would be a word at its place. */
const MAX_PIECES = 8

/** Adds the words of texts with inline tags between them, as if there were none. */
function pushLine(tokens: Token[], texts: readonly Text[]): void {
  if (texts.length === 1) {
    pushTokens(tokens, texts[0]!.text, texts[0]!.at, true)
    return
  }
  const whole: Token[] = []
  pushTokens(whole, texts.map(({ text }) => text).join(''), 0, true)
  let n = 0
  let start = 0
  for (const token of whole) {
    while (token.from >= start + texts[n]!.text.length) start += texts[n++]!.text.length
    const pieces = piecesOf(texts, n, token.from - start, token.to - start)
    if (pieces.length > MAX_PIECES) for (const { text, at } of pieces) pushTokens(tokens, text, at, true)
    else tokens.push(placed(token, pieces))
  }
}

/**
 * Returns the parts of texts between two places. The places count from the beginning of `texts[n]`, in which
 * the first one is.
 */
function piecesOf(texts: readonly Text[], n: number, from: number, to: number): Text[] {
  const pieces: Text[] = []
  let start = 0
  for (let at = n; start < to; start += texts[at++]!.text.length) {
    const { text, at: place } = texts[at]!
    const begin = Math.max(0, from - start)
    if (begin < text.length) pieces.push({ text: text.slice(begin, to - start), at: place + begin })
  }
  return pieces
}

/** Returns the word at its place in the HTML, with its pieces as words beside it. */
function placed(token: Token, pieces: readonly Text[]): Token {
  const ranges = pieces.map(({ text, at }) => [at, at + text.length] as const)
  const place = { from: ranges[0]![0], to: ranges.at(-1)![1] }
  if (pieces.length === 1) return { ...token, ...place }
  if (token.kind !== 'word') return { ...token, ...place, pieces: ranges }
  const words = pieces.flatMap(({ text }) =>
    tokensOf(text).flatMap(({ word, others = [] }) => [word, ...others]),
  )
  const others = [...new Set([...(token.others ?? []), ...words])].filter((word) => word !== token.word)
  return { ...token, ...place, others, pieces: ranges }
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
