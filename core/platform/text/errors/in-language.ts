import type { Language } from '../languages.ts'
import { type Catalogue, translator } from '../translate.ts'
import { ARABIC_ERRORS } from './ar.ts'
import { GERMAN_ERRORS } from './de.ts'
import { SPANISH_ERRORS } from './es.ts'
import { FRENCH_ERRORS } from './fr.ts'
import { JAPANESE_ERRORS } from './ja.ts'
import { CHINESE_ERRORS } from './zh-hans.ts'

/** The server's texts that people read as they come, such as messages of errors, by languages. */
export const ERRORS: Readonly<Record<Exclude<Language, 'en'>, Catalogue>> = {
  de: GERMAN_ERRORS,
  es: SPANISH_ERRORS,
  fr: FRENCH_ERRORS,
  ar: ARABIC_ERRORS,
  ja: JAPANESE_ERRORS,
  'zh-hans': CHINESE_ERRORS,
}

const TRANSLATORS = Object.fromEntries(
  Object.entries(ERRORS).map(([language, catalogue]) => [language, translator(catalogue)]),
) as Readonly<Record<keyof typeof ERRORS, (text: string) => string>>

/** The message of an error in a language; in English when it is not translated. */
export const errorIn = (language: Language, message: string): string =>
  language === 'en' ? message : TRANSLATORS[language](message)
