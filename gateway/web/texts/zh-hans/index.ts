import type { Texts } from '../en/index.ts'
import type { Translated } from '../translated.ts'

/** Every text of the first script. */
export const texts: Translated<Texts> = {}
