import type { GroupId } from '../../platform/ids.ts'
import { groupNotAllowed, groupSettingMismatch, systemGroupRequired } from '../groups/errors.ts'
import type { PermissionRule } from '../groups/permission-settings.ts'
import { type GroupSetting, isSameSetting, normalized, shownSetting } from '../groups/setting.ts'
import type { SystemGroup } from '../groups/system.ts'
import type { RealmView } from '../realm/view.ts'
import { isGuest, type UserRecord } from '../users/record.ts'
import { findActiveGroup, findActiveSubgroups, findMembers } from './find-group.ts'

/**
 * Whether the user has a permission: the setting includes the user, and the rule allows guests if the user is
 * one.
 */
export function isPermitted(
  realm: RealmView,
  rule: PermissionRule,
  setting: GroupSetting,
  user: UserRecord,
): boolean {
  if (!rule.allow_everyone_group && isGuest(user)) return false
  return realm.groups.has(setting, user)
}

/**
 * Returns a normalized permission setting. Throws when it names an unknown or deactivated group or user, or a
 * group that the rule forbids. Call it through `realm.withFreshState`, or with the organization locked.
 */
export function checkGroupSetting(realm: RealmView, rule: PermissionRule, value: GroupSetting): GroupSetting {
  const setting = normalized(value)
  if (typeof setting === 'number') {
    checkNamedGroup(realm, rule, setting)
    return setting
  }
  if (rule.require_system_group) throw systemGroupRequired(rule.name)
  findMembers(realm, setting.direct_members)
  findActiveSubgroups(realm, setting.direct_subgroups)
  return setting
}

function checkNamedGroup(realm: RealmView, rule: PermissionRule, id: GroupId): void {
  const group = findActiveGroup(realm, id)
  if (!group.isSystemGroup) {
    if (rule.require_system_group) throw systemGroupRequired(rule.name)
    return
  }
  const name = group.name as SystemGroup
  const isAllowed =
    (rule.allow_internet_group || name !== 'role:internet') &&
    (rule.allow_nobody_group || name !== 'role:nobody') &&
    (rule.allow_everyone_group || name !== 'role:everyone') &&
    (rule.allowed_system_groups.length === 0 || rule.allowed_system_groups.includes(name))
  if (!isAllowed) throw groupNotAllowed(rule.name, name)
}

/** A change of a setting by a client; `old` is the value that the client expects. */
export interface GroupSettingChange {
  readonly new: GroupSetting
  readonly old?: GroupSetting | undefined
}

/**
 * Returns the new value of a setting, checked as by `checkGroupSetting`; undefined when it is the current
 * one. Throws EXPECTATION_MISMATCH when the client expects another current value. Clients do not know
 * deactivated users of the current value, so a new value leaves them out.
 */
export function changedGroupSetting(
  realm: RealmView,
  rule: PermissionRule,
  current: GroupSetting,
  change: GroupSettingChange,
): GroupSetting | undefined {
  const shown = shownSetting(realm.users, current)
  if (change.old !== undefined && !isSameSetting(change.old, shown)) throw groupSettingMismatch()
  return isSameSetting(change.new, shown) ? undefined : checkGroupSetting(realm, rule, change.new)
}
