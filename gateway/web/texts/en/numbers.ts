import { listsOf } from '../numbers.ts'

/** Lists of names in this language. */
export const list = listsOf('en')
