import type { Tx } from '../platform/transactions/transact.ts'
import type { Core } from './core.ts'
import type { RealmState } from './realm/state.ts'
import type { UserRecord } from './users/record.ts'

/**
 * The person who makes a request, with the organization: the first parameter of functions that `core` runs
 * for users.
 */
export interface Caller {
  readonly core: Core
  readonly realm: RealmState
  /** The account as it was when the request was authenticated. */
  readonly user: UserRecord
}

/** The transaction of `Core.change`, and the current account of the caller. */
export interface Change {
  readonly tx: Tx
  readonly actor: UserRecord
}
