import { z } from 'zod'
import { groupSetting } from './group-setting.ts'

/** spec.md "User group". */
export const group = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string(),

    creator_id: z.int().nullable().describe('Null for system groups, and when the creator is not known.'),
    date_created: z.int().nullable().describe('Unix seconds; null for system groups.'),
    members: z.array(z.int()).readonly().describe('User ids of the direct members.'),
    direct_subgroup_ids: z.array(z.int()).readonly().describe('Groups whose members are members too.'),
    is_system_group: z.boolean().describe('Whether the server keeps the group, such as `role:members`.'),
    deactivated: z.boolean(),
    can_add_members_group: groupSetting,
    can_join_group: groupSetting,
    can_leave_group: groupSetting,
    can_manage_group: groupSetting,
    can_mention_group: groupSetting,
    can_remove_members_group: groupSetting,
  })
  .meta({ id: 'UserGroup', description: 'A group of users and of other groups.' })
