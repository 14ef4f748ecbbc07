/** Scripts whose words contain joiners of no width, such as Persian `می‌خواهم` and Sinhala `ශ්‍රී`. */
const scripts = [
  ...[
    'Arabic',
    'Syriac',
    'Nko',
    'Mongolian',
    'Mandaic',
    'Devanagari',
    'Bengali',
    'Gurmukhi',
    'Gujarati',
    'Oriya',
  ],
  ...[
    'Tamil',
    'Telugu',
    'Kannada',
    'Malayalam',
    'Sinhala',
    'Khmer',
    'Myanmar',
    'Tibetan',
    'Balinese',
    'Javanese',
  ],
]
const letter = `[${scripts.map((script) => `\\p{scx=${script}}`).join('')}]`
const picture = String.raw`(?:\p{Emoji}\p{EMod}?\ufe0f?)`

/** Signs after which a joiner chooses the form of the letter before it, also at the end of a word. */
const virama = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2]`

/**
 * Joiners between letters of these scripts or between emoji, the tags of flags such as Scotland's, and
 * selectors of variants after emoji, ideographs and Mongolian letters.
 */
const needed = new RegExp(
  String.raw`(?<=${letter})[\u200c\u200d](?=${letter})|(?<=${virama})[\u200c\u200d]|(?<=${picture})\u200d(?=\p{Emoji})|` +
    String.raw`(?<=\u{1f3f4})[\u{e0020}-\u{e007e}]{1,32}\u{e007f}|(?<=\p{Emoji})[\ufe0e\ufe0f]|` +
    String.raw`(?<=\p{Unified_Ideograph})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]|(?<=\p{scx=Mongolian})[\u180b-\u180d\u180f]`,
  'gu',
)

/** Characters without a sign of their own, such as fillers and selectors of variants. */
const ignorable = /\p{Default_Ignorable_Code_Point}/gu
/** A text that shows nothing: spaces, and the sign of Braille without a dot. */
const blank = /^[\p{Z}\p{Default_Ignorable_Code_Point}\u2800]+$/u

/**
 * Whether a name contains invisible characters: control characters, directional marks, surrogates,
 * unassigned and private code points, fillers, and joiners that join nothing, with which one name would look
 * like another.
 */
export const hasInvisibleCharacters = (name: string): boolean =>
  /\p{Co}/u.test(name) || invisibleAt(name) !== undefined

/** The place of the first invisible character of a name, counted from 1; private code points are visible. */
export function invisibleAt(name: string): number | undefined {
  if (/^[\x20-\x7e]*$/.test(name)) return undefined
  const isBlank = blank.test(name)
  const shown = name.replace(needed, (joiners) => 'x'.repeat([...joiners].length))
  const index = [...shown].findIndex((character) =>
    /[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Default_Ignorable_Code_Point}]/u.test(character),
  )
  if (index >= 0) return index + 1
  return isBlank ? 1 : undefined
}

/**
 * A name without case and without invisible characters, also needed ones. Names that must differ must differ
 * in this form, because a joiner between letters that join anyway changes nothing that people see.
 */
export const lookOf = (name: string): string => shownOf(name.toLowerCase())

/** As `lookOf`, with the case of letters. */
export const shownOf = (name: string): string => name.replace(ignorable, '')

/** Removes the invisible characters of a name, except needed ones. Empty for a name that shows nothing. */
export function withoutNeedless(name: string): string {
  const kept: string[] = []
  let end = 0
  for (const { 0: joiners, index } of name.matchAll(needed)) {
    kept.push(visible(name.slice(end, index)), joiners)
    end = index + joiners.length
  }
  const rest = kept.join('') + visible(name.slice(end))
  return blank.test(rest) ? '' : rest
}

const visible = (text: string): string => text.replace(/\p{Cf}/gu, '').replace(ignorable, '')

/**
 * Removes invisible characters, which come with copied text: marks of direction, spaces of no width,
 * joiners.
 */
export const withoutInvisible = (text: string): string => text.replace(/\p{Cf}/gu, '')
