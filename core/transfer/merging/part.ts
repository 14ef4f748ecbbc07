import type { UserRecord } from '../../state/users/record.ts'

/** The accounts of a merge: `from` is emptied, `into` stays. */
export interface Accounts {
  readonly from: UserRecord
  readonly into: UserRecord
}

/** What one transaction of a step has done. */
export interface Part {
  /** Rows or messages that were moved or looked at. */
  readonly count: number
  /** The id up to which the step is done. */
  readonly reached: number
}
