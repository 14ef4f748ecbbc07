import { language } from '../../texts/language.ts'

/** The texts of the dialogs about messages that are fetched when they open, in the page's language. */
export const texts =
  language === 'de'
    ? (await import('../../texts/de/dialogs.ts')).dialogs
    : (await import('../../texts/en/dialogs.ts')).dialogs
