import { sizeIn } from '../model/size.ts'
import { locale } from './texts.ts'

/** A readable number of bytes in the language of the page. */
export const sizeOf = (bytes: number): string => sizeIn(locale, bytes)
