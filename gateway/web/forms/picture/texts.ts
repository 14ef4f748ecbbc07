import { language } from '../../texts/language.ts'

/** The texts of the dialog that cuts a picture, in the page's language. */
export const texts =
  language === 'de'
    ? (await import('../../texts/de/picture.ts')).picture
    : (await import('../../texts/en/picture.ts')).picture
