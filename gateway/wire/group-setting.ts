import { z } from 'zod'
import { MAX_GROUPS_PER_REQUEST, MAX_USERS_PER_REQUEST } from '../../config/limits.ts'
import type { GroupId, UserId } from '../../core/platform/ids.ts'
import { id } from '../http/endpoint/parameter.ts'

/** A group-setting value: a group, or an anonymous set of users and groups (spec.md FL 264). */
export const groupSetting = z
  .union([
    id<GroupId>(),
    z.object({
      direct_members: z
        .array(id<UserId>())
        .max(MAX_USERS_PER_REQUEST)
        .readonly()
        .describe('The ids of the users.'),
      direct_subgroups: z
        .array(id<GroupId>())
        .max(MAX_GROUPS_PER_REQUEST)
        .readonly()
        .describe('The ids of the groups.'),
    }),
  ])
  .meta({
    id: 'NewGroupSetting',
    description: 'Who gets a permission: the id of a group, or users and groups that have no name together.',
  })

/** A change of a group setting. `old`, when given, is the value that the client expects to be current. */
export const groupSettingChange = z
  .object({
    new: groupSetting.describe('The new value.'),
    old: groupSetting.optional().describe('The value that you expect to be the current one.'),
  })
  .meta({
    id: 'GroupSettingChange',
    description: 'The new value. With `old` nothing is changed unless that is the current value.',
  })
