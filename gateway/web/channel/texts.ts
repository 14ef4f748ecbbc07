import { language } from '../texts/language.ts'

/** The texts of a channel's own view in the page's language. */
export const texts =
  language === 'de'
    ? (await import('../texts/de/channel.ts')).channel
    : (await import('../texts/en/channel.ts')).channel
