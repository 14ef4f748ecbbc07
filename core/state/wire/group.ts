import { z } from 'zod'
import { GROUP_PERMISSIONS } from '../groups/permission-settings.ts'
import type { GroupSettingName } from '../groups/record.ts'
import { groupSetting } from './group-setting.ts'

const permission = (name: GroupSettingName) => groupSetting.describe(GROUP_PERMISSIONS[name].description)

/** spec.md "User group". */
export const group = z
  .object({
    id: z.int().describe('The id of the group.'),
    name: z.string().describe('The name of the group.'),
    description: z.string().describe('The description of the group.'),
    creator_id: z
      .int()
      .nullable()
      .describe('The user who created the group; null for system groups, and when not known.'),
    date_created: z
      .int()
      .nullable()
      .describe('When the group was created, in Unix seconds; null for system groups.'),
    members: z.array(z.int()).readonly().describe('The ids of the users who are members directly.'),
    direct_subgroup_ids: z
      .array(z.int())
      .readonly()
      .describe('The ids of the groups whose members are members too.'),
    is_system_group: z.boolean().describe('Whether the server keeps the group, such as `role:members`.'),
    deactivated: z.boolean().describe('Whether the group is deactivated.'),
    can_add_members_group: permission('can_add_members_group'),
    can_join_group: permission('can_join_group'),
    can_leave_group: permission('can_leave_group'),
    can_manage_group: permission('can_manage_group'),
    can_mention_group: permission('can_mention_group'),
    can_remove_members_group: permission('can_remove_members_group'),
  })
  .meta({ id: 'UserGroup', description: 'A group of users and of other groups.' })
