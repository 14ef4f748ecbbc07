/**
 * Scripts in which a word may directly follow another one: they are written without spaces, or attach
 * particles to words of other scripts, as Korean does.
 */
const spacelessScripts = [
  ...[
    'Han',
    'Hiragana',
    'Katakana',
    'Hangul',
    'Bopomofo',
    'Yi',
    'Thai',
    'Lao',
    'Khmer',
    'Myanmar',
    'Tibetan',
  ],
  ...['Javanese', 'Balinese', 'Tai_Tham', 'New_Tai_Lue', 'Tai_Le'],
]

/** Marks of these scripts that Unicode counts to no script, or to several. */
const spacelessMarks = 'ー々〆ｰﾞﾟ'

/** The content of a character class with the letters of these scripts, for JavaScript. */
export const SPACELESS_CLASS =
  spacelessScripts.map((script) => `\\p{Script=${script}}`).join('') + spacelessMarks

/** The same for RE2, which has no names of properties. */
export const SPACELESS_CLASS_RE2 =
  spacelessScripts.map((script) => `\\p{${script}}`).join('') + spacelessMarks

const spaceless = new RegExp(`[${SPACELESS_CLASS}]`, 'u')

/** Letters, digits and the hyphens that join them. */
const wordPart = /[\p{L}\p{N}_\u2010\u2011]/u

/** Marks and joiners belong to the character before them. */
const attached = /[\p{M}\u200c\u200d]/u

/** Whether a character belongs to a script in which a word may directly follow another one. */
export const isSpaceless = (character: string): boolean => character > '\u0dff' && spaceless.test(character)

/**
 * Returns the character that ends before `position`, without the marks and joiners attached to it. Returns an
 * empty string at the beginning.
 */
export function characterBefore(text: string, position: number): string {
  const unit = text[position - 1] ?? ''
  if (unit < '\u0300') return unit
  let end = position
  while (end > 0) {
    const character = lastCharacter(text, end)
    if (!isAttached(character)) return character
    end -= character.length
  }
  return ''
}

/** Returns the character at `position`, of one or two code units. */
export const characterAt = (text: string, position: number): string =>
  String.fromCodePoint(text.codePointAt(position)!)

/** Whether a character belongs to the one before it. */
export const isAttached = (character: string): boolean => character >= '\u0300' && attached.test(character)

/** Whether a character separates the words on both sides of it. Letters of spaceless scripts do. */
export const isEdge = (character: string): boolean => !wordPart.test(character) || isSpaceless(character)

function lastCharacter(text: string, end: number): string {
  const isPair = end > 1 && isLow(text.charCodeAt(end - 1)) && isHigh(text.charCodeAt(end - 2))
  return text.slice(end - (isPair ? 2 : 1), end)
}

const isHigh = (unit: number): boolean => (unit & 0xfc00) === 0xd800
const isLow = (unit: number): boolean => (unit & 0xfc00) === 0xdc00
