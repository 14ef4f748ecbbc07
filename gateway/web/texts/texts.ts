import { en, type Texts } from './en/index.ts'
import { language } from './language.ts'

/**
 * The texts of the page's language. The English ones are in the first script; others are fetched before it
 * runs.
 */
export const t: Texts = language === 'de' ? (await import('./de/index.ts')).de : en

/** The language of dates and numbers. */
export const locale = language === 'de' ? 'de-DE' : 'en-GB'
