import { z } from 'zod'

/** A group-setting value: a group, or users and groups that have no name together (spec.md FL 264). */
export const groupSetting = z
  .union([
    z.int(),
    z.object({
      direct_members: z.array(z.int()).readonly().describe('The ids of the users.'),
      direct_subgroups: z.array(z.int()).readonly().describe('The ids of the groups.'),
    }),
  ])
  .meta({
    id: 'GroupSetting',
    description: 'Who has a permission: the id of a group, or users and groups that have no name together.',
  })
