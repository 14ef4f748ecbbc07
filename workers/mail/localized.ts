import { isLanguage, LOCALES } from '../../core/platform/text/languages.ts'

/** A value of a mail that each template says in its own language, so that a sentence has one. */
export interface Localized {
  /** A number is only returned for zero, for which sections of the template are not shown. */
  in(language: string): string | number
}

/**
 * The tags by which `Intl` writes in the language of a template; English for a language that it does not
 * know. English mails write dates as the month before the day.
 */
export const tagsOf = (language: string): string[] => [
  isLanguage(language) && language !== 'en' ? LOCALES[language] : language,
  'en',
]
