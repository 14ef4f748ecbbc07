import { language } from '../../texts/language.ts'

/** The texts of the pages of the organization in the page's language. */
export const texts =
  language === 'de'
    ? (await import('../../texts/de/organization.ts')).organization
    : (await import('../../texts/en/organization.ts')).organization
