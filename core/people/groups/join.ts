import { statement } from '../../platform/db/statement.ts'
import type { Tx } from '../../platform/db/transact.ts'
import type { GroupId, UserId } from '../../platform/ids.ts'
import { emitChange } from '../../state/realm/changes.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { emitGroupEvent, groupEventFields } from './event.ts'

// group_member_pkey
const JOIN = statement(
  'group.join-several',
  'INSERT INTO group_member (group_id, user_id) SELECT unnest($1::int[]), $2 ON CONFLICT DO NOTHING',
)

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
  const groups = ids
    .map((id) => realm.groups.get(id))
    .filter((group) => group !== undefined && !group.isSystemGroup && !group.isDeactivated)
  if (groups.length === 0) return
  await tx.run(JOIN, [groups.map((group) => group!.id), user])
  emitChange(tx, {
    type: '_group_membership',
    changes: groups.map((group) => ({ group: group!.id, joined: [user] })),
  })
  for (const group of groups)
    emitGroupEvent(tx, { ...groupEventFields(group!), op: 'add_members', user_ids: [user] })
}
