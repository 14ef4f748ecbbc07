import { listsOf, numbersOf, pluralsOf } from '../numbers.ts'

/** Plurals, numbers and lists of names in this language. */
export const plural = pluralsOf('ar')
export const number = numbersOf('ar')
export const list = listsOf('ar')
