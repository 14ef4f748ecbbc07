import { language } from '../texts/language.ts'

/** The texts of the settings in the page's language. */
export const texts =
  language === 'de'
    ? (await import('../texts/de/settings.ts')).settings
    : (await import('../texts/en/settings.ts')).settings
