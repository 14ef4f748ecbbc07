import type { UserId } from '../../platform/ids.ts'
import type { RealmView } from '../realm/view.ts'
import { invalidUserId, userIsDeactivated } from '../users/errors.ts'
import type { UserRecord } from '../users/record.ts'
import { groupIsDeactivated, invalidGroup, invalidGroupId } from './errors.ts'
import type { GroupRecord } from './record.ts'

/**
 * The group with this id, deactivated or not. Throws; ask through `realm.withFreshState`, or with the
 * organization locked.
 */
export function findGroup(realm: RealmView, id: number): GroupRecord {
  const group = realm.groups.get(id)
  if (group === undefined) throw invalidGroup()
  return group
}

/** As `findGroup`, for what is refused once the group is deactivated. */
export function findActiveGroup(realm: RealmView, id: number): GroupRecord {
  return checkIsActive(findGroup(realm, id))
}

/** The groups that a request wants to be in another one, each once. Throws for one that is deactivated. */
export function findSubgroups(realm: RealmView, ids: readonly number[]): GroupRecord[] {
  return [...new Set(ids)].map((id) => {
    const group = realm.groups.get(id)
    if (group === undefined) throw invalidGroupId(id)
    return checkIsActive(group)
  })
}

/** The users that a request wants in a group, or not, each once. Throws for one that is deactivated. */
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
