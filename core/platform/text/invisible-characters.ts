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

/** Joiners between letters of these scripts or between emoji, and the tags of flags such as Scotland's. */
const needed = new RegExp(
  String.raw`(?<=${letter})[\u200c\u200d](?=${letter})|(?<=${virama})[\u200c\u200d]|(?<=${picture})\u200d(?=\p{Emoji})|` +
    String.raw`(?<=\u{1f3f4})[\u{e0020}-\u{e007e}]{1,32}\u{e007f}`,
  'gu',
)

/**
 * Whether a name contains invisible characters: control characters, directional marks, surrogates,
 * unassigned code points, and joiners that join nothing, with which one name would look like another.
 */
export const hasInvisibleCharacters = (name: string): boolean => /\p{C}/u.test(name.replace(needed, ''))

/**
 * Removes invisible characters, which come with copied text: marks of direction, spaces of no width,
 * joiners.
 */
export const withoutInvisible = (text: string): string => text.replace(/\p{Cf}/gu, '')
