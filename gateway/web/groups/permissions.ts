import { GUEST, isPermitted, roleOfReader } from '../store/derived/roles.ts'
import type { Group } from '../store/slices/groups.ts'
import { isInGroup } from '../store/slices/message-rules.ts'
import type { Store } from '../store/state/store.ts'

/** The permissions of a group, in the order of the page. */
export const GROUP_SETTINGS = [
  'can_manage_group',
  'can_add_members_group',
  'can_remove_members_group',
  'can_join_group',
  'can_leave_group',
  'can_mention_group',
] as const
export type GroupSettingName = (typeof GROUP_SETTINGS)[number]

/** Whether the reader may create groups. */
export const mayCreateGroups = (store: Store): boolean =>
  roleOfReader(store) < GUEST && isPermitted(store, 'can_create_groups')

/** The reader's permissions in a group. The server decides. */
export function permissionsOn(store: Store, group: Group) {
  const isIn = (setting: Group['can_manage_group']) => isInGroup(store.groups.value, setting, store.me)
  const isFixed = group.is_system_group || group.deactivated || roleOfReader(store) >= GUEST
  const canManage = !isFixed && (isIn(group.can_manage_group) || isPermitted(store, 'can_manage_all_groups'))
  const isMember = group.members.includes(store.me)
  return {
    canManage,
    canAdd: canManage || (!isFixed && isIn(group.can_add_members_group)),
    canRemove: canManage || (!isFixed && isIn(group.can_remove_members_group)),
    canJoin:
      !isFixed && !isMember && (canManage || isIn(group.can_join_group) || isIn(group.can_add_members_group)),
    canLeave: !isFixed && isMember && (canManage || isIn(group.can_leave_group)),
  }
}

/** The people of a group, also through groups within it. */
export function everybodyIn(store: Store, id: number): ReadonlySet<number> {
  const people = new Set<number>()
  const visited = new Set<number>()
  const visit = (one: number) => {
    if (visited.has(one)) return
    visited.add(one)
    const group = store.groups.value.get(one)
    if (group === undefined) return
    for (const member of group.members) people.add(member)
    for (const inner of group.direct_subgroup_ids) visit(inner)
  }
  visit(id)
  return people
}
