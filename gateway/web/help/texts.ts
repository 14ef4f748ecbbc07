import { language } from '../texts/language.ts'

/** The texts of the help in the page's language. */
export const texts =
  language === 'de' ? (await import('../texts/de/help.ts')).help : (await import('../texts/en/help.ts')).help
