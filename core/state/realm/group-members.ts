import type { GroupId, UserId } from '../../platform/ids.ts'
import { ascending } from '../groups/setting.ts'
import type { RealmView } from './view.ts'

/** The active users in a group, directly or through subgroups, ascending. */
export function membersOf(realm: RealmView, group: GroupId): UserId[] {
  return collect(realm, realm.groups.within(group))
}

/** The active direct members of a group, ascending, which clients see as its members. */
export function directMembersOf(realm: RealmView, group: GroupId): UserId[] {
  return collect(realm, new Set([group]))
}

/** The active direct members of each system group, in one pass over all users. */
export function systemMembers(realm: RealmView): Map<GroupId, UserId[]> {
  const members = new Map<GroupId, UserId[]>()
  for (const user of realm.users) {
    if (!user.isActive) continue
    for (const group of realm.groups.systemGroupsOf(user)) {
      const known = members.get(group)
      if (known === undefined) members.set(group, [user.id])
      else known.push(user.id)
    }
  }
  return members
}

function collect(realm: RealmView, groups: ReadonlySet<GroupId>): UserId[] {
  const found = new Set<UserId>()
  let hasSystemGroup = false
  for (const group of groups) {
    if (realm.groups.get(group)?.isSystemGroup) hasSystemGroup = true
    for (const id of realm.groups.members(group)) if (realm.users.get(id)?.isActive) found.add(id)
  }
  if (hasSystemGroup) {
    for (const user of realm.users) {
      if (user.isActive && realm.groups.systemGroupsOf(user).some((id) => groups.has(id))) found.add(user.id)
    }
  }
  return ascending(found)
}
