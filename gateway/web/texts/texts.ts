import { en, type Texts } from './en.ts'

/** The texts of the chosen language. */
export const t: Texts = en

/** The language of dates and numbers. */
export const locale = 'en-GB'
