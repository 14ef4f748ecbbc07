import { language } from '../texts/language.ts'

/** The texts of the page about the log-in in the page's language. */
export const texts =
  language === 'de'
    ? (await import('../texts/de/security.ts')).security
    : (await import('../texts/en/security.ts')).security
