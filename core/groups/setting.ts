import type { GroupId, UserId } from '../ids.ts'

/** Who has a permission: those in a group, or people and groups named one by one (spec.md "group-setting value"). */
export type GroupSetting =
  | GroupId
  | { readonly direct_members: readonly UserId[]; readonly direct_subgroups: readonly GroupId[] }
