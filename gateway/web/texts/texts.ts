import { LOCALES } from '../../../core/platform/text/languages.ts'
import { en, type Texts } from './en/index.ts'
import { language } from './language.ts'

const catalogues = import.meta.glob<{ texts: Texts }>(['./*/index.ts', '!./en/index.ts'])
const catalogue = catalogues[`./${language}/index.ts`]

/**
 * The texts of the page's language. The English ones are in the first script; others are fetched before it
 * runs.
 */
export const t: Texts = catalogue === undefined ? en : (await catalogue()).texts

/** The tag by which `Intl` writes dates, numbers and lists. */
export const locale = LOCALES[language]
