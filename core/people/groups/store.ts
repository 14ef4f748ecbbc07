import { replaceKeys } from '../../platform/db/statements/replace-keys.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { GroupSubgroup, UserGroup } from '../../state/groups/entities.ts'
import { GROUP_SETTING_NAMES, storedSettings } from '../../state/groups/permission-settings.ts'
import type { GroupChange, GroupRecord } from '../../state/groups/record.ts'
import { emitChange } from '../../state/realm/changes.ts'
import type { RealmState } from '../../state/realm/state.ts'

// Statements, because a change may have 100,000 members: as parameters they take a tenth of the processor
// time that this process needs to write them into the text of a query, as the EntityManager does.
// group_member_pkey
const JOIN = statement(
  'group.join',
  'INSERT INTO group_member (group_id, user_id) SELECT $1, unnest($2::int[]) ON CONFLICT DO NOTHING',
)
const LEAVE = statement(
  'group.leave',
  'DELETE FROM group_member WHERE group_id = $1 AND user_id = ANY ($2::int[])',
)

/** Stores a group in the caller's transaction, which has locked the organization. */
export async function storeGroup(tx: Tx, realm: RealmState, group: GroupRecord): Promise<void> {
  const { name, description, isDeactivated } = group
  const settings = storedSettings(group, realm.record.systemGroups)
  await tx.em.nativeUpdate(
    UserGroup,
    { id: group.id },
    {
      name,
      description,
      isDeactivated,
      groupSettings: replaceKeys('group_settings', GROUP_SETTING_NAMES, settings),
    },
  )
  emitChange(tx, { type: '_group', group })
}

/** Stores added and then removed members, in the order that `GroupDirectory.change` applies them. */
export async function storeMembership(tx: Tx, change: GroupChange): Promise<void> {
  const { group: groupId, joined = [], left = [], subgroupsAdded = [], subgroupsRemoved = [] } = change
  if ([joined, left, subgroupsAdded, subgroupsRemoved].every((ids) => ids.length === 0)) return
  const subgroups = subgroupsAdded.map((subgroupId) => ({ groupId, subgroupId }))
  if (joined.length > 0) await tx.run(JOIN, [groupId, joined])
  if (left.length > 0) await tx.run(LEAVE, [groupId, left])
  if (subgroups.length > 0) await tx.em.insertMany(GroupSubgroup, subgroups)
  if (subgroupsRemoved.length > 0)
    await tx.em.nativeDelete(GroupSubgroup, { groupId, subgroupId: { $in: [...subgroupsRemoved] } })
  emitChange(tx, { type: '_group_membership', changes: [change] })
}
