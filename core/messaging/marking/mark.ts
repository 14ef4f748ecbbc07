import type { MessageId } from '../../platform/ids.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { FlagChange } from '../reads/flags.ts'

/** A change of one flag of a user on messages. */
export interface Mark extends FlagChange {
  readonly user: UserRecord
  /** Without duplicates. */
  readonly messages: readonly MessageId[]
  /** Whether the user is known to have access to the messages. Otherwise the transaction checks it. */
  readonly isAccessKnown: boolean
}
