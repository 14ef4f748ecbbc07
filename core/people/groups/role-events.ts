import type { GroupId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { emitGroupEvent, groupEventFields } from './event.ts'

/**
 * Emits the system groups that a user enters and leaves by a new account, a change of role, deactivation or
 * reactivation. Clients do not count deactivated users as members. Call it in the transaction of the change;
 * `former` is undefined for a new account.
 */
export function emitGroupsOf(
  tx: Tx,
  realm: RealmView,
  former: UserRecord | undefined,
  user: UserRecord,
): void {
  const before = former === undefined ? new Set<GroupId>() : shownGroupsOf(realm, former)
  const after = shownGroupsOf(realm, user)
  const user_ids = [user.id]
  for (const id of before) {
    if (!after.has(id))
      emitGroupEvent(tx, { ...groupEventFields(realm.groups.get(id)!), op: 'remove_members', user_ids })
  }
  for (const id of after) {
    if (!before.has(id))
      emitGroupEvent(tx, { ...groupEventFields(realm.groups.get(id)!), op: 'add_members', user_ids })
  }
}

/** The groups that list the user as a direct member for clients. */
function shownGroupsOf(realm: RealmView, user: UserRecord): Set<GroupId> {
  if (!user.isActive || user.isSystemBot) return new Set()
  return new Set([...realm.groups.systemGroupsOf(user), ...realm.groups.directGroupsOf(user.id)])
}
