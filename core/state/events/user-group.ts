import { z } from 'zod'
import { group } from '../wire/group.ts'
import type { EventDeclarations } from './event.ts'

const EVERYONE = 'Everyone in the organization.'

/** In the log of each event of one group. */
const logged = {
  /**
   * Present while the group is deactivated. Clients without `include_deactivated_groups` do not know it then.
   */
  _deactivated: z.literal(true).optional(),
}
const variesBy = ['include_deactivated_groups'] as const
const group_id = z.int().describe('The id of the group.')
const members = {
  receivedBy: EVERYONE,
  fields: { group_id, user_ids: z.array(z.int()).readonly().describe('The ids of the users.') },
  logged,
  variesBy,
} as const
const subgroups = {
  receivedBy: EVERYONE,
  fields: {
    group_id,
    direct_subgroup_ids: z.array(z.int()).readonly().describe('The ids of the subgroups.'),
  },
  logged,
  variesBy,
} as const

const changeable = group.omit({
  id: true,
  creator_id: true,
  date_created: true,
  members: true,
  direct_subgroup_ids: true,
  is_system_group: true,
})

export const userGroupEvents = {
  'user_group/add': { sentWhen: 'A user group was created.', receivedBy: EVERYONE, fields: { group } },
  'user_group/update': {
    sentWhen:
      'The name, description or permissions of a group changed, or it was deactivated or reactivated.',
    receivedBy: EVERYONE,
    fields: { group_id, data: changeable.partial().describe('The properties that changed.') },
    logged: {
      ...logged,
      /** The group that is active again, for clients that do not know it. */
      _group: group.optional(),
    },
    variesBy,
  },
  'user_group/remove': {
    sentWhen: 'A group was deactivated.',
    receivedBy: 'Everyone whose client does not know of deactivated groups, when the group is deactivated.',
    sent: { group_id },
    origin: 'gateway',
  },
  'user_group/add_members': { sentWhen: 'Users were added to a group directly.', ...members },
  'user_group/remove_members': {
    sentWhen: 'Users were removed from the direct members of a group.',
    ...members,
  },
  'user_group/add_subgroups': { sentWhen: 'Groups were added to a group as subgroups.', ...subgroups },
  'user_group/remove_subgroups': {
    sentWhen: 'Groups were removed from the subgroups of a group.',
    ...subgroups,
  },
} as const satisfies EventDeclarations
