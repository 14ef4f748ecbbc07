import type { UserId } from '../../platform/ids.ts'
import { groupIsDeactivated, invalidGroup, invalidGroupId } from '../groups/errors.ts'
import type { GroupRecord } from '../groups/record.ts'
import type { RealmView } from '../realm/view.ts'
import { invalidUserId, userIsDeactivated } from '../users/errors.ts'
import type { UserRecord } from '../users/record.ts'

/**
 * Finds a group by id, deactivated or not. Throws when there is none. Call it through `realm.withFreshState`,
 * or with the organization locked.
 */
export function findGroup(realm: RealmView, id: number): GroupRecord {
  const group = realm.groups.get(id)
  if (group === undefined) throw invalidGroup()
  return group
}

/** As `findGroup`. Throws also for a deactivated group. */
export function findActiveGroup(realm: RealmView, id: number): GroupRecord {
  return checkIsActive(findGroup(realm, id))
}

/** Finds the subgroups of a request, each once. Throws for an unknown group. */
export function findSubgroups(realm: RealmView, ids: readonly number[]): GroupRecord[] {
  return [...new Set(ids)].map((id) => {
    const group = realm.groups.get(id)
    if (group === undefined) throw invalidGroupId(id)
    return group
  })
}

/** As `findSubgroups`. Throws also for a deactivated group. */
export function findActiveSubgroups(realm: RealmView, ids: readonly number[]): GroupRecord[] {
  return findSubgroups(realm, ids).map(checkIsActive)
}

/** Finds the members of a request, each once. Throws for an unknown or deactivated user. */
export function findMembers(realm: RealmView, ids: readonly UserId[]): UserRecord[] {
  return [...new Set(ids)].map((id) => {
    const user = realm.users.get(id)
    if (user === undefined || user.isSystemBot) throw invalidUserId(id)
    if (!user.isActive) throw userIsDeactivated()
    return user
  })
}

function checkIsActive(group: GroupRecord): GroupRecord {
  if (group.isDeactivated) throw groupIsDeactivated()
  return group
}
