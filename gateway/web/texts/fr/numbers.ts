import { listsOf, numbersOf, pluralsOf } from '../numbers.ts'

/** Plurals, numbers and lists of names in this language. */
export const plural = pluralsOf('fr')
export const number = numbersOf('fr')
export const list = listsOf('fr')
