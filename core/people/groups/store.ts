import { statement } from '../../platform/db/statement.ts'
import type { Tx } from '../../platform/db/transact.ts'
import { GROUP_SETTING_NAMES, storedSettings } from '../../state/groups/permission-settings.ts'
import type { GroupChange, GroupRecord } from '../../state/groups/record.ts'
import { emitChange } from '../../state/realm/changes.ts'
import type { RealmState } from '../../state/realm/state.ts'

const UPDATE = statement(
  'group.update',
  `UPDATE user_group SET name = $2, description = $3, is_deactivated = $4,
     group_settings = (group_settings - $6::text[]) || $5::jsonb -- those of later versions stay
   WHERE id = $1`, // user_group_pkey
)
// group_member_pkey, group_subgroup_pkey
const JOIN = statement(
  'group.join',
  'INSERT INTO group_member (group_id, user_id) SELECT $1, unnest($2::int[]) ON CONFLICT DO NOTHING',
)
const LEAVE = statement(
  'group.leave',
  'DELETE FROM group_member WHERE group_id = $1 AND user_id = ANY ($2::int[])',
)
const NEST = statement(
  'group.nest',
  'INSERT INTO group_subgroup (group_id, subgroup_id) SELECT $1, unnest($2::int[]) ON CONFLICT DO NOTHING',
)
const UNNEST = statement(
  'group.unnest',
  'DELETE FROM group_subgroup WHERE group_id = $1 AND subgroup_id = ANY ($2::int[])',
)

/** Stores a group in the caller's transaction, which has locked the organization. */
export async function storeGroup(tx: Tx, realm: RealmState, group: GroupRecord): Promise<void> {
  const settings = storedSettings(group, realm.record.systemGroups)
  await tx.run(UPDATE, [
    group.id,
    group.name,
    group.description,
    group.isDeactivated,
    JSON.stringify(settings),
    GROUP_SETTING_NAMES,
  ])
  emitChange(tx, { type: '_group', group })
}

/** Stores added and then removed members, in the order that `GroupDirectory.change` applies them. */
export async function storeMembership(tx: Tx, change: GroupChange): Promise<void> {
  const steps = [
    [JOIN, change.joined],
    [LEAVE, change.left],
    [NEST, change.subgroupsAdded],
    [UNNEST, change.subgroupsRemoved],
  ] as const
  const needed = steps.filter(([, ids]) => ids !== undefined && ids.length > 0)
  for (const [query, ids] of needed) await tx.run(query, [change.group, ids])
  if (needed.length > 0) emitChange(tx, { type: '_group_membership', changes: [change] })
}
