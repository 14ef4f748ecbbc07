import { toUsers } from '../../platform/events/audience.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { canSeeInvitation } from './permissions.ts'

/** Emits a change of invitations to the users who can see an invitation of one of the inviters. */
export function emitInvitesChanged(tx: Tx, realm: RealmState, inviters: Iterable<UserId>): void {
  const all = [...inviters]
  const sees = [...realm.users].filter(
    (user) => user.isActive && !user.isBot && all.some((inviter) => canSeeInvitation(user, { inviter })),
  )
  if (all.length > 0) tx.emit({ type: 'invites_changed' }, toUsers(sees.map((user) => user.id)))
}
