import { listsOf, numbersOf, pluralsOf } from '../numbers.ts'

/** Plurals, numbers and lists of names in this language. */
export const plural = pluralsOf('ja')
export const number = numbersOf('ja')
export const list = listsOf('ja')
