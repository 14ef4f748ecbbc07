import { GROUP_PERMISSIONS, REALM_PERMISSIONS } from '../groups/permission-settings.ts'
import type { GroupRecord, GroupSettingName } from '../groups/record.ts'
import type { RealmView } from '../realm/view.ts'
import type { UserRecord } from '../users/record.ts'
import { isPermitted } from './permission-setting.ts'

export const canCreateGroups = (realm: RealmView, user: UserRecord): boolean =>
  isPermitted(realm, REALM_PERMISSIONS.can_create_groups, realm.record.settings.can_create_groups, user)

const canManageAllGroups = (realm: RealmView, user: UserRecord): boolean =>
  isPermitted(
    realm,
    REALM_PERMISSIONS.can_manage_all_groups,
    realm.record.settings.can_manage_all_groups,
    user,
  )

const isGranted = (realm: RealmView, user: UserRecord, group: GroupRecord, name: GroupSettingName): boolean =>
  isPermitted(realm, GROUP_PERMISSIONS[name], group.settings[name], user)

/** Whether the user may change everything about the group. Nobody may change system groups. */
export const canManageGroup = (realm: RealmView, user: UserRecord, group: GroupRecord): boolean =>
  !group.isSystemGroup &&
  (canManageAllGroups(realm, user) || isGranted(realm, user, group, 'can_manage_group'))

const canDo =
  (...names: readonly GroupSettingName[]) =>
  (realm: RealmView, user: UserRecord, group: GroupRecord): boolean =>
    canManageGroup(realm, user, group) ||
    (!group.isSystemGroup && names.some((name) => isGranted(realm, user, group, name)))

export const canAddMembers = canDo('can_add_members_group')
export const canRemoveMembers = canDo('can_remove_members_group')
export const canJoin = canDo('can_join_group', 'can_add_members_group')
export const canLeave = canDo('can_leave_group', 'can_remove_members_group')

/** Whether the user may mention the group, which may be a system group. */
export const canMentionGroup = (realm: RealmView, user: UserRecord, group: GroupRecord): boolean =>
  isGranted(realm, user, group, 'can_mention_group')
