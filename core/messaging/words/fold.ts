/** Letters without a decomposition that people write in another way where a keyboard lacks them. */
const SPELLED_LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i', ħ: 'h', ŧ: 't' },
  ...{ ŋ: 'n' },
  ...{ ς: 'σ', ё: 'е', ى: 'ي', ة: 'ه' },
  // Persian keyboards have these in place of the Arabic letters.
  ...{ '\u06a9': '\u0643', '\u06cc': '\u064a' },
}
/**
 * The zeros of Arabic, Persian, Devanagari, Bengali, Gurmukhi, Gujarati, Oriya, Tamil, Telugu, Kannada and
 * Malayalam. Nine more digits follow each. People of these scripts write ASCII digits too.
 */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66]
const digitsFrom = (zero: number): string[] =>
  Array.from({ length: 10 }, (_, digit) => String.fromCharCode(zero + digit))
const SPELLED: Readonly<Record<string, string>> = {
  ...SPELLED_LETTERS,
  ...Object.fromEntries(
    ZEROS.flatMap((zero) => digitsFrom(zero).map((sign, digit) => [sign, String(digit)])),
  ),
}
/** Signs that words kept before the rules of `20261129231500-word-rules-of-digits`. */
export const NEWLY_SPELLED = `\u06a9\u06cc${ZEROS.flatMap(digitsFrom).join('')}`
const SPELLED_SIGN = new RegExp(`[${Object.keys(SPELLED).join('')}]`, 'gu')
/** Accents, niqqud and harakat. Marks of other scripts, such as those of й and が, make another letter. */
const ACCENTS = /(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Hebrew}\p{sc=Arabic}])\p{M}+/gu
/** Arabic has a sign that lengthens a word on paper. */
const LENGTHENING = /\u0640/g
/** A word without these stays as it is. */
const MAY_FOLD = new RegExp(
  `[\\u00c0-\\u036f\\u0370-\\u03ff\\u0451\\u0590-\\u06ff\\u1e00-\\u1fff${ZEROS.flatMap(digitsFrom).join('')}]`,
)

/**
 * Returns a word in lower case without accents and with ASCII digits: `café` and `cafe` are the same then,
 * composed or not.
 */
export function fold(lowerCase: string): string {
  if (!MAY_FOLD.test(lowerCase)) return lowerCase
  return lowerCase
    .normalize('NFD')
    .replace(LENGTHENING, '')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .replace(SPELLED_SIGN, (sign) => SPELLED[sign]!)
}
