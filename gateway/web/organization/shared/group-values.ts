import type { Group } from '../../store/slices/groups.ts'
import type { GroupSetting } from '../../store/slices/message-rules.ts'
import { texts } from './texts.ts'

/** What a permission allows, as its declaration says. */
export interface PermissionRule {
  readonly require_system_group: boolean
  readonly allow_internet_group: boolean
  readonly allow_nobody_group: boolean
  readonly allow_everyone_group: boolean
  readonly allowed_system_groups: readonly string[]
}

export const NOBODY = 'role:nobody'

/** The name of a group as people know it. */
export const groupName = ({ name }: Pick<Group, 'name'>): string =>
  (texts.roles as Readonly<Record<string, string>>)[name] ?? name

/** Whether a group may have the permission. */
export function isAllowed(rule: PermissionRule, group: Group): boolean {
  if (group.deactivated) return false
  if (!group.is_system_group) return !rule.require_system_group
  const { name } = group
  if (rule.allowed_system_groups.length > 0 && !rule.allowed_system_groups.includes(name)) return false
  if (name === 'role:internet') return rule.allow_internet_group
  if (name === 'role:everyone') return rule.allow_everyone_group
  return name !== NOBODY || rule.allow_nobody_group
}

interface Parts {
  readonly people: readonly number[]
  readonly groups: readonly number[]
}

/** The people and groups in a value. */
export const partsOf = (value: GroupSetting): Parts =>
  typeof value === 'number'
    ? { people: [], groups: [value] }
    : { people: value.direct_members, groups: value.direct_subgroups }

/** A value of these people and groups. One group alone is the value itself. */
export function settingOf({ people, groups }: Parts): GroupSetting {
  const [only] = groups
  if (only !== undefined && groups.length === 1 && people.length === 0) return only
  return { direct_members: people, direct_subgroups: groups }
}
