/** Letters without a decomposition that people write in another way where a keyboard lacks them. */
const SPELLED: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i', ħ: 'h', ŧ: 't' },
  ...{ ŋ: 'n' },
  ...{ ς: 'σ', ё: 'е', ى: 'ي', ة: 'ه' },
}
const SPELLED_LETTER = new RegExp(`[${Object.keys(SPELLED).join('')}]`, 'gu')
/** Accents, niqqud and harakat. Marks of other scripts, such as those of й and が, make another letter. */
const ACCENTS = /(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Hebrew}\p{sc=Arabic}])\p{M}+/gu
/** Arabic has a sign that lengthens a word on paper. */
const LENGTHENING = /\u0640/g
/** A word without these stays as it is. */
const MAY_FOLD = /[\u00c0-\u036f\u0370-\u03ff\u0451\u0590-\u06ff\u1e00-\u1fff]/

/** Returns a word in lower case without accents: `café` and `cafe` are the same then, composed or not. */
export function fold(lowerCase: string): string {
  if (!MAY_FOLD.test(lowerCase)) return lowerCase
  return lowerCase
    .normalize('NFD')
    .replace(LENGTHENING, '')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .replace(SPELLED_LETTER, (letter) => SPELLED[letter]!)
}
