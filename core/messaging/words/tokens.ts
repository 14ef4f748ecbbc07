import { fold } from './fold.ts'

/** A word of a text, and where it is. */
export interface Token {
  /**
   * `pair`: two characters of a script without spaces between words. `end`: the last character of a run of
   * such characters. `sign`: an emoji.
   */
  readonly kind: 'word' | 'pair' | 'end' | 'sign'
  /** In lower case without accents. */
  readonly word: string
  /** Words at the same place: the parts of `getUserId` or of `**un**known`, or `c++`. */
  readonly others: readonly string[] | undefined
  /** The word with its accents, if it has any. Stems are made of both. */
  readonly accented: string | undefined
  /** The place in the text: the first character, and the one after the last. */
  readonly from: number
  readonly to: number
  /** The places of its pieces, when there are tags within it. */
  readonly pieces?: readonly (readonly [from: number, to: number])[]
  /** Whether it can be marked: not in formulas and names of pictures. */
  readonly isMarkable: boolean
}

/** Longer words are cut: a beginning finds them. */
export const MAX_WORD_LENGTH = 64

const NOT_ASCII = /[^\0-\x7f]/
const ASCII_WORD = /[A-Za-z0-9]+/g
/** Most words of most texts: they stay as they are. */
const PLAIN_WORD = new RegExp(`^[a-z]{2,${MAX_WORD_LENGTH}}$`)
const UNSPACED =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}'
/**
 * A word in which soft hyphens and joiners do not count, or an emoji with its variants (the group): also the
 * cap of a key, and a flag with the tags of a region. A sign that is struck through is none: `↔` with U+0338
 * is `↮`.
 */
const WORD_OR_SIGN =
  /(?![\d#*]\ufe0f?\u20e3)[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[\u00ad\u200c-\u200d\u2060]+[\p{L}\p{N}\p{M}]+)*|([\d#*]\ufe0f?\u20e3|(?:\p{RI}\p{RI}|\p{Extended_Pictographic})(?:\p{EMod}|\ufe0f|\u200d\p{Extended_Pictographic}|[\u{e0020}-\u{e007f}])*)(?!\u0338)/gu
/** Also the selectors of variants, by which a name has another form of its sign: `葛󠄀`. */
const IGNORED = /[\u00ad\u200c-\u200d\u2060]|\p{Variation_Selector}/gu
const SCRIPT_RUN = new RegExp(
  `[${UNSPACED}][${UNSPACED}\\p{M}]*|(?![${UNSPACED}])[\\p{L}\\p{N}](?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])*`,
  'gu',
)
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u')
const IS_WORD = /^[\p{L}\p{N}]/u
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u')

/**
 * Returns the words of a text in their order. Messages, topics and searches have the same words by these
 * rules, whatever the locale of the database is: a word is a run of letters, digits and their marks, as in
 * Unicode. So punctuation of all scripts separates words, and addresses, paths, versions and identifiers
 * are several words. Scripts without spaces have a word for each pair of neighbours, and Korean has too,
 * because particles follow its words without a space.
 */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  pushTokens(tokens, text, 0, true)
  return tokens
}

/** Adds the words of a text that is at a place of a longer one. */
export function pushTokens(tokens: Token[], text: string, at: number, isMarkable: boolean): void {
  if (NOT_ASCII.test(text)) pushUnicode(tokens, text, at, isMarkable)
  else pushAscii(tokens, text, at, isMarkable)
}

function pushAscii(tokens: Token[], text: string, at: number, isMarkable: boolean): void {
  ASCII_WORD.lastIndex = 0
  for (let match = ASCII_WORD.exec(text); match !== null; match = ASCII_WORD.exec(text)) {
    const { word, others, accented } = wordOf(match[0], text, ASCII_WORD.lastIndex)
    const from = at + match.index
    tokens.push({ kind: 'word', word, others, accented, from, to: at + ASCII_WORD.lastIndex, isMarkable })
  }
}

function pushUnicode(tokens: Token[], text: string, at: number, isMarkable: boolean): void {
  const push = (kind: Token['kind'], { word, others, accented }: Word, from: number, to: number) => {
    tokens.push({ kind, word, others, accented, from: at + from, to: at + to, isMarkable })
  }
  WORD_OR_SIGN.lastIndex = 0
  for (let match = WORD_OR_SIGN.exec(text); match !== null; match = WORD_OR_SIGN.exec(text)) {
    const [run, sign] = match
    const { index } = match
    const to = index + run.length
    if (sign !== undefined) {
      push('sign', plain(plainSign(sign)), index, to)
      continue
    }
    const isAscii = !NOT_ASCII.test(run)
    const normal = isAscii ? run : run.normalize('NFKC').replace(IGNORED, '')
    // Places are known within a run that stays as it is. Another one may have signs: ⑴ is (1).
    const isPlaced = normal === run
    if (isAscii || (isPlaced && !HAS_UNSPACED.test(run))) {
      push('word', wordOf(run, text, to), index, to)
      continue
    }
    for (const { 0: part, index: start } of normal.matchAll(SCRIPT_RUN)) {
      if (!IS_UNSPACED.test(part)) {
        const [from, end] = isPlaced ? [index + start, index + start + part.length] : [index, to]
        push('word', wordOf(part, text, end), from, end)
        continue
      }
      let from = index + start
      const characters = Array.from(part.toLowerCase())
      for (const [n, character] of characters.entries()) {
        const next = characters[n + 1]
        const pair = next === undefined ? character : character + next
        const kind = next === undefined ? 'end' : 'pair'
        if (isPlaced) push(kind, plain(pair), from, from + pair.length)
        else push(kind, plain(pair), index, to)
        from += character.length
      }
    }
  }
}

/** Returns an emoji without its variant and skin tone. */
export const plainSign = (sign: string): string => sign.replace(/[\ufe0f\p{EMod}]/gu, '')

type Word = Pick<Token, 'word' | 'others' | 'accented'>

const plain = (word: string): Word => ({ word, others: undefined, accented: undefined })

/** Returns the word for a run of letters and digits that ends at a place of a text. */
function wordOf(written: string, text: string, to: number): Word {
  if (PLAIN_WORD.test(written)) return plain(written)
  const cut = written.length > MAX_WORD_LENGTH ? cutWord(written) : written
  const lower = cut.toLowerCase()
  const folded = fold(lower)
  // A lengthening sign with a vowel sign would leave the vowel sign alone.
  const word = folded === lower || IS_WORD.test(folded) ? folded : lower
  return { word, others: othersOf(cut, lower, word, text, to), accented: word === lower ? undefined : lower }
}

const cutWord = (word: string): string => word.slice(0, MAX_WORD_LENGTH).replace(/[\ud800-\udbff]$/, '')

const DIGIT = /\p{N}/u
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{N}+|[^\p{Lu}\p{Ll}\p{N}]+/gu
/** An identifier has at most this many parts; one with digits has fewer, because hashes have no parts. */
const MAX_PARTS = 8
const MAX_PARTS_WITH_DIGITS = 4

function othersOf(
  written: string,
  lower: string,
  word: string,
  text: string,
  to: number,
): readonly string[] | undefined {
  if (written.length === 1) {
    const sign = text.startsWith('++', to) ? '++' : text[to] === '#' ? '#' : undefined
    return sign === undefined || !/[cfj]/.test(word) ? undefined : [word + sign]
  }
  const hasDigits = DIGIT.test(written)
  if (!hasDigits && written.slice(1) === lower.slice(1)) return undefined
  const parts = written.match(PART) ?? []
  const most = hasDigits ? MAX_PARTS_WITH_DIGITS : MAX_PARTS
  if (parts.length < 2 || parts.length > most) return undefined
  return [...new Set(parts.map((part) => fold(part.toLowerCase())))].filter(
    (part) => part !== '' && part !== word,
  )
}
