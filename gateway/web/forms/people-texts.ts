import { language } from '../texts/language.ts'

/** The texts of the pages about people, groups and invitations in the page's language. */
export const texts =
  language === 'de'
    ? (await import('../texts/de/people.ts')).people
    : (await import('../texts/en/people.ts')).people
