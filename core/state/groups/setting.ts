import type { GroupId, UserId } from '../../platform/ids.ts'

/**
 * The users who have a permission (spec.md "group-setting value"): a group, or an unnamed set of users and
 * groups. Stored and sent to clients in this form.
 */
export type GroupSetting = GroupId | UnnamedGroup

export interface UnnamedGroup {
  readonly direct_members: readonly UserId[]
  readonly direct_subgroups: readonly GroupId[]
}

/** Normalizes a setting: ids ascending and unique; a set of one group becomes that group. */
export function normalized(setting: GroupSetting): GroupSetting {
  if (typeof setting === 'number') return setting
  const direct_members = ascending(setting.direct_members)
  const direct_subgroups = ascending(setting.direct_subgroups)
  if (direct_members.length === 0 && direct_subgroups.length === 1) return direct_subgroups[0]!
  return { direct_members, direct_subgroups }
}

/** The users by which `shownSetting` decides who is active. */
export interface Accounts {
  get(id: UserId): { readonly isActive: boolean } | undefined
}

/**
 * The setting as clients see it: without deactivated users, who have no permissions until they return
 * (spec.md "group-setting value").
 */
export function shownSetting(users: Accounts, setting: GroupSetting): GroupSetting {
  if (typeof setting === 'number') return setting
  const { direct_members, direct_subgroups } = setting
  const shown = direct_members.filter((id) => users.get(id)?.isActive)
  return shown.length === direct_members.length ? setting : { direct_members: shown, direct_subgroups }
}

/** Whether two settings name the same groups and users. */
export function isSameSetting(a: GroupSetting, b: GroupSetting): boolean {
  return JSON.stringify(normalized(a)) === JSON.stringify(normalized(b))
}

/** Whether a setting names the group directly. */
export function namesGroup(setting: GroupSetting, group: GroupId): boolean {
  return typeof setting === 'number' ? setting === group : setting.direct_subgroups.includes(group)
}

/** The fields of an object with the users taken out of all settings that name some. */
export function withoutMembers<T extends object>(fields: T): T {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null && 'direct_members' in value
      ? { ...value, direct_members: [] }
      : value,
  ])
  return Object.fromEntries(entries) as T
}

/** A setting for one user. */
export const onlyUser = (user: UserId): GroupSetting => ({ direct_members: [user], direct_subgroups: [] })

export const ascending = <T extends number>(ids: Iterable<T>): T[] => [...new Set(ids)].sort((a, b) => a - b)
