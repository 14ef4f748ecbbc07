import { toRealm } from '../../platform/events/audience.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { statusesOfUsers } from './status.ts'

/** The fields of `user_status` for a user whose status is no longer shown. */
const NO_STATUS = {
  away: false,
  status_text: '',
  emoji_name: '',
  emoji_code: '',
  reaction_type: 'unicode_emoji',
} as const

/** Emits the statuses of active users to the organization. One query. */
export async function emitStatuses(tx: Tx, users: readonly UserId[]): Promise<void> {
  for (const [user_id, status] of await statusesOfUsers(tx, users)) {
    tx.emit({ type: 'user_status', user_id, ...status }, toRealm)
  }
}

/** Emits, while users are still active, that those who have a status will show none. One query. */
export async function emitStatusesRemoved(tx: Tx, users: readonly UserId[]): Promise<void> {
  for (const user_id of (await statusesOfUsers(tx, users)).keys()) {
    tx.emit({ type: 'user_status', user_id, ...NO_STATUS }, toRealm)
  }
}
