import { listsOf, numbersOf, pluralsOf } from '../numbers.ts'

/** Plurals, numbers and lists of names in this language. */
export const plural = pluralsOf('zh-hans')
export const number = numbersOf('zh-hans')
export const list = listsOf('zh-hans')
