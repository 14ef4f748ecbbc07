import type { RealmView } from '../../state/realm/view.ts'
import { type Reader, readerId } from '../../state/users/reader.ts'
import { narrowCondition } from './conditions.ts'
import type { Side } from './ranges.ts'
import type { Parameters } from './sql.ts'
import type { ResolvedTerm } from './terms.ts'

/** What is looked for, by whom, and where the values of the statement go. */
export interface QueryContext {
  readonly realm: RealmView
  readonly reader: Reader
  readonly terms: readonly ResolvedTerm[]
  readonly parameters: Parameters
  readonly side: Side
}

/** That row `m` matches and may be read. */
export const conditionOf = ({ realm, reader, terms, parameters }: QueryContext): string =>
  narrowCondition(realm, reader, terms, parameters)

export const meOf = ({ reader, parameters }: QueryContext): string => parameters.add(readerId(reader))
