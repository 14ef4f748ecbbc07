import { MAX_SEARCH_WORDS } from '../../../config/limits.ts'
import { unicodeEmojiByName } from '../../content/markdown/emoji/unicode.ts'
import { signOf } from '../words/html-words.ts'
import { type Token, tokensOf } from '../words/tokens.ts'

/** A searched word. */
export interface Part extends Pick<Token, 'kind' | 'word' | 'others' | 'accented'> {
  /** Whether it is found in words that begin with it. */
  readonly isBeginning: boolean
}

/** Searched words that follow each other: in quotes, or without a space, as in `site.conf`. */
export interface Unit {
  readonly parts: readonly Part[]
  /** Whether messages need these words as they are, not other forms of them. */
  readonly isQuoted: boolean
  /** The literal text of a quoted unit in a message, because it has signs such as `%`. */
  readonly literal: string | undefined
  /** The text as it was written. */
  readonly written: string
}

const QUOTES = /[“”„‟«»〝〞〟＂「」『』]/g
const PIECE = /"[^"]+"|\S+/g
/** Signs that are not part of a word and do not only separate words. */
const SIGN =
  /[^\p{L}\p{N}\p{M}\s'’‘‚.,;:!?…()[\]{}\-‐‑‒–—―、。，：；！？・\p{Extended_Pictographic}\p{Cf}\p{EMod}\p{RI}]/u
const EMOJI_NAME = /:([\p{L}\p{N}_+-]+):/gu
const MIN_BEGINNING = 3
/** The beginning of a hash. One in 27 has only digits at its beginning of seven characters. */
const HASH = /^(?:(?=.*\d)(?=.*[a-f])[\da-f]{6,}|\d{7,})$/
const LETTER = /\p{L}/u
/** Korean particles, which follow a noun without a space. */
const PARTICLE =
  /(?<=^\p{sc=Hangul}{2,})(?:에서는|에서도|으로는|에게서|까지는|부터는|이라는|에서|에게|한테|으로|까지|부터|처럼|보다|마다|이나|이랑|하고|은|는|이|가|을|를|에|로|와|과|도|만|의|께|랑)$/u

/**
 * Splits a search: `one "two three"` searches for the word one, and for two and three in this order. Words
 * without a space between them are searched for in their order too. Typographic quotes are quotes, and
 * `:names:` of emoji are emoji. The last word may be incomplete, unless a space or a sign follows it.
 * Ignores words after the first MAX_SEARCH_WORDS.
 */
export function splitSearch(text: string): Unit[] {
  const plain = text.replace(QUOTES, '"').replace(EMOJI_NAME, (name, inner: string) => {
    const emoji = unicodeEmojiByName(inner)
    return emoji === undefined ? name : ` ${emoji.characters ?? signOf(emoji.code)} `
  })
  const units: Unit[] = []
  let left = MAX_SEARCH_WORDS
  for (const { 0: piece, index } of plain.matchAll(PIECE)) {
    const isQuoted = /^".+"$/s.test(piece)
    const written = isQuoted ? piece.slice(1, -1) : piece.replaceAll('"', ' ').trim()
    const isLast = index + piece.length === plain.length
    const tokens = tokensOf(isQuoted ? written : withoutParticle(written))
    const parts = partsOf(tokens, !isQuoted && isLast && tokens.at(-1)?.to === written.length).slice(0, left)
    left -= parts.length
    if (parts.length === 0) continue
    const literal = isQuoted && SIGN.test(written) ? written : undefined
    units.push({ parts, isQuoted, literal, written })
  }
  return units
}

const withoutParticle = (word: string): string => word.replace(PARTICLE, '')

function partsOf(tokens: readonly Token[], isIncomplete: boolean): Part[] {
  return (
    tokens
      // More characters may follow the last one of a search, unless other words follow it: 附件2.
      .filter(
        ({ kind }, index) =>
          kind !== 'end' || tokens[index - 1]?.kind !== 'pair' || tokens[index + 1] !== undefined,
      )
      .map(({ kind, word, others, accented }, index, all) => ({
        kind,
        word,
        others,
        accented,
        // The pairs of a text begin with its characters.
        isBeginning:
          kind === 'end' ||
          (kind === 'word' &&
            (HASH.test(word) ||
              (isIncomplete &&
                index === all.length - 1 &&
                Array.from(word).length >= MIN_BEGINNING &&
                LETTER.test(word)))),
      }))
  )
}
