import { ApiError } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import type { RealmView } from '../realm/view.ts'
import type { UserRecord } from '../users/record.ts'
import type { GroupRecord } from './record.ts'

/** The group with this id, deactivated or not. Throws; ask through `realm.withFreshState`, or with the realm held still. */
export function findGroup(realm: RealmView, id: number): GroupRecord {
  const group = realm.groups.get(id)
  if (group === undefined) throw new ApiError('Invalid user group')
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
    if (group === undefined) throw new ApiError(`Invalid user group ID: ${id}`)
    return checkIsActive(group)
  })
}

/** The users that a request wants in a group, or not, each once. Throws for one that is deactivated. */
export function findMembers(realm: RealmView, ids: readonly UserId[]): UserRecord[] {
  return [...new Set(ids)].map((id) => {
    const user = realm.users.get(id)
    if (user === undefined || user.isSystemBot) throw new ApiError(`Invalid user ID: ${id}`)
    if (!user.isActive) throw new ApiError('User is deactivated')
    return user
  })
}

function checkIsActive(group: GroupRecord): GroupRecord {
  if (group.isDeactivated) throw new ApiError('User group is deactivated.')
  return group
}
