import { toRealm } from '../../platform/events/audience.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { wireAvatar } from '../../state/users/wire.ts'

/** Emits a user's current avatar to the organization. */
export function emitAvatar(tx: Tx, user: UserRecord): void {
  const person = { user_id: user.id, ...wireAvatar(user), avatar_version: user.avatarVersion }
  tx.emit({ type: 'realm_user', op: 'update', person }, toRealm)
}
