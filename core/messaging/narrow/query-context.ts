import type { Parameters } from '../../platform/db/statements/sql-builder.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { type Reader, readerId } from '../../state/users/reader.ts'
import { narrowCondition } from './conditions.ts'
import type { Side } from './ranges.ts'
import type { ResolvedTerm } from './terms.ts'

/** Inputs for building the SQL of a narrow. */
export interface QueryContext {
  readonly realm: RealmView
  readonly reader: Reader
  readonly terms: readonly ResolvedTerm[]
  readonly parameters: Parameters
  readonly side: Side
  /** Terms that all messages of the chosen ranges meet: no condition on each message is needed. */
  readonly met?: readonly ResolvedTerm[]
}

/** Returns SQL: row `m` matches the narrow, and the reader may read it. */
export const conditionOf = ({ realm, reader, terms, parameters, met }: QueryContext): string =>
  narrowCondition(realm, reader, terms, parameters, met)

/** Adds the reader's id as a parameter and returns its placeholder. */
export const readerParameter = ({ reader, parameters }: QueryContext): string =>
  parameters.add(readerId(reader))
