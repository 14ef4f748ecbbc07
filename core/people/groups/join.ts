import type { GroupId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { GroupMember } from '../../state/groups/entities.ts'
import { emitChange } from '../../state/realm/changes.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { emitGroupEvent, groupEventFields } from './event.ts'

/**
 * Adds a new user to the groups that an invitation names, in the transaction that creates the account and has
 * locked the organization. Skips deactivated groups.
 */
export async function joinGroups(
  tx: Tx,
  realm: RealmState,
  user: UserId,
  ids: readonly GroupId[],
): Promise<void> {
  const groups = [...new Set(ids)]
    .flatMap((id) => realm.groups.get(id) ?? [])
    .filter((group) => !group.isSystemGroup && !group.isDeactivated)
  if (groups.length === 0) return
  await tx.em.insertMany(
    GroupMember,
    groups.map((group) => ({ groupId: group.id, userId: user })),
  )
  emitChange(tx, {
    type: '_group_membership',
    changes: groups.map((group) => ({ group: group.id, joined: [user] })),
  })
  for (const group of groups)
    emitGroupEvent(tx, { ...groupEventFields(group), op: 'add_members', user_ids: [user] })
}
