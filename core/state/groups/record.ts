import type { LaterFields } from '../../platform/events/later-fields.ts'
import type { GroupId, UserId } from '../../platform/ids.ts'
import type { GroupSetting } from './setting.ts'

/** A group in memory (spec.md "User group"), without its members. */
export interface GroupRecord {
  readonly id: GroupId
  readonly name: string
  readonly description: string
  /** Whether it is a system group, which nobody can change. */
  readonly isSystemGroup: boolean
  readonly isDeactivated: boolean
  readonly creatorId: UserId | null
  /** Unix seconds; null when it is not known. */
  readonly dateCreated: number | null
  readonly settings: GroupSettings
}

/** Fields of the first version. Add new fields to `LATER_FIELDS` instead. */
type FirstFields =
  | 'id'
  | 'name'
  | 'description'
  | 'isSystemGroup'
  | 'isDeactivated'
  | 'creatorId'
  | 'dateCreated'
  | 'settings'
const LATER_FIELDS: LaterFields<GroupRecord, FirstFields> = {}

/**
 * Reads a group from an entry of the log. Fields that the entry does not have keep their values, or get their
 * defaults in a new group. `initial` creates the settings of a new group.
 */
export function groupFromLog(
  logged: GroupRecord,
  known: GroupRecord | undefined,
  initial: (logged: GroupRecord) => GroupSettings,
): GroupRecord {
  const settings = { ...(known?.settings ?? initial(logged)), ...logged.settings }
  return { ...LATER_FIELDS, ...known, ...logged, settings }
}

/** The permissions of a group, by the settings' names on the wire. */
export type GroupSettings = Readonly<Record<GroupSettingName, GroupSetting>>

export type GroupSettingName =
  | 'can_add_members_group'
  | 'can_join_group'
  | 'can_leave_group'
  | 'can_manage_group'
  | 'can_mention_group'
  | 'can_remove_members_group'

/**
 * Added and removed members and subgroups. Ids that are members already, or are not members, change nothing.
 */
export interface GroupChange {
  readonly group: GroupId
  readonly joined?: readonly UserId[]
  readonly left?: readonly UserId[]
  readonly subgroupsAdded?: readonly GroupId[]
  readonly subgroupsRemoved?: readonly GroupId[]
}
