import { listsOf, numbersOf, pluralsOf } from '../numbers.ts'

/** Plurals, numbers and lists of names in this language. */
export const plural = pluralsOf('es')
export const number = numbersOf('es')
export const list = listsOf('es')
