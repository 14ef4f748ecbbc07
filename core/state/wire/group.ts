import { z } from 'zod'
import { groupSetting } from './group-setting.ts'

/** spec.md "User group". */
export const group = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  creator_id: z.int().nullable(),
  date_created: z.int().nullable(),
  members: z.array(z.int()).readonly(),
  direct_subgroup_ids: z.array(z.int()).readonly(),
  is_system_group: z.boolean(),
  deactivated: z.boolean(),
  can_add_members_group: groupSetting,
  can_join_group: groupSetting,
  can_leave_group: groupSetting,
  can_manage_group: groupSetting,
  can_mention_group: groupSetting,
  can_remove_members_group: groupSetting,
})
