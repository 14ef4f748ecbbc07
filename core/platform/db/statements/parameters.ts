import type { Statement } from './statement.ts'

const PARAMETER = /\$(\d+)/g

/** The number of parameters of a statement. */
export const parametersOf = ({ text }: Statement): number =>
  Math.max(0, ...[...text.matchAll(PARAMETER)].map(([, number]) => Number(number)))

/** The text of a statement whose first parameter is the one after `offset`. */
export const moveParameters = ({ text }: Statement, offset: number): string =>
  text.replace(PARAMETER, (_, parameter) => `$${offset + Number(parameter)}`)
