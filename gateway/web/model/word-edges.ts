/*
 * Sources of regular expressions (flag `u`) for the edges of words: the same rules as the server's
 * `core/platform/text/word-edges.ts`, which the browser does not load.
 */

/** Scripts in which a word may directly follow another one. */
const scripts = [
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

/** A letter of these scripts. */
export const SPACELESS = `[${scripts.map((script) => `\\p{Script=${script}}`).join('')}ー々〆ｰﾞﾟ]`

/** Punctuation, a symbol or a space beyond ASCII, except hyphens. */
export const EDGE = String.raw`[^\x00-\x7f\p{L}\p{N}\p{M}\u2010\u2011\u200c\u200d]`

/** Marks and joiners, which belong to the character before them. */
export const ATTACHED = String.raw`[\p{M}\u200c\u200d]`
