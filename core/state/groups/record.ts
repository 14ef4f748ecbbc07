import type { GroupId, UserId } from '../../platform/ids.ts'
import type { LaterFields } from '../realm/later-fields.ts'
import type { GroupSetting } from './setting.ts'

/** What every process keeps of a group (spec.md "User group"), besides who is in it. */
export interface GroupRecord {
  readonly id: GroupId
  readonly name: string
  readonly description: string
  /** One of those by role, which nobody changes. */
  readonly isSystemGroup: boolean
  readonly isDeactivated: boolean
  readonly creatorId: UserId | null
  /** Unix seconds; null when it is not known. */
  readonly dateCreated: number | null
  readonly settings: GroupSettings
}

/** Fields of the first version. A field that is added does not belong here, but in `LATER_FIELDS`. */
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
 * The group that an entry of the log tells of. What the entry does not know is as it was known, or as it begins;
 * `initial` makes the settings of a group that is new.
 */
export function groupTold(
  told: GroupRecord,
  known: GroupRecord | undefined,
  initial: (told: GroupRecord) => GroupSettings,
): GroupRecord {
  const settings = { ...(known?.settings ?? initial(told)), ...told.settings }
  return { ...LATER_FIELDS, ...known, ...told, settings }
}

/** Who may do what with a group, by the settings' names on the wire. */
export type GroupSettings = Readonly<Record<GroupSettingName, GroupSetting>>

export type GroupSettingName =
  | 'can_add_members_group'
  | 'can_join_group'
  | 'can_leave_group'
  | 'can_manage_group'
  | 'can_mention_group'
  | 'can_remove_members_group'

/** Who comes into groups and who goes. Ids that are in already, or not, change nothing. */
export interface GroupChange {
  readonly group: GroupId
  readonly joined?: readonly UserId[]
  readonly left?: readonly UserId[]
  readonly subgroupsAdded?: readonly GroupId[]
  readonly subgroupsRemoved?: readonly GroupId[]
}
