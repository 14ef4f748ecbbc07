import { z } from 'zod'
import {
  MAX_GROUPS_PER_REQUEST,
  MAX_USER_GROUP_DESCRIPTION_LENGTH,
  MAX_USER_GROUP_NAME_LENGTH,
  MAX_USER_GROUPS,
  MAX_USERS_PER_REQUEST,
} from '../../../config/limits.ts'
import { changeMembership } from '../../../core/people/groups/change-membership.ts'
import { createGroup } from '../../../core/people/groups/create.ts'
import { deactivateGroup, editGroup } from '../../../core/people/groups/edit.ts'
import {
  alreadyMember,
  alreadySubgroup,
  groupExists,
  groupInUse,
  groupNameEmpty,
  groupNameTooLong,
  noGroupChange,
  notMember,
  notSubgroup,
  reservedGroupName,
  subgroupCycle,
  tooManyGroups,
} from '../../../core/people/groups/errors.ts'
import { insufficientPermission, nothingToDo, tooLong } from '../../../core/platform/errors.ts'
import type { GroupId, UserId } from '../../../core/platform/ids.ts'
import { findGroup } from '../../../core/state/access/find-group.ts'
import { findAccessibleUser } from '../../../core/state/access/find-user.ts'
import {
  groupIsDeactivated,
  groupSettingMismatch,
  invalidGroup,
  invalidGroupId,
} from '../../../core/state/groups/errors.ts'
import { GROUP_PERMISSIONS, GROUP_SETTING_NAMES } from '../../../core/state/groups/permission-settings.ts'
import type { GroupSettingName } from '../../../core/state/groups/record.ts'
import { ascending } from '../../../core/state/groups/setting.ts'
import { directMembersOf, membersOf } from '../../../core/state/realm/group-members.ts'
import { listTooLarge } from '../../../core/state/shared-lists/errors.ts'
import {
  invalidCharactersInName,
  invalidUserId,
  noSuchUser,
  userIsDeactivated,
} from '../../../core/state/users/errors.ts'
import { group } from '../../../core/state/wire/group.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, id, json, line, type Parameter, path, query, text } from '../../http/endpoint/parameter.ts'
import { joinedJson } from '../../http/reply/json-text.ts'
import { groupSetting, groupSettingChange } from '../../wire/group-setting.ts'
import { groupsText } from '../../wire/groups-text.ts'
import { groupSettingErrors } from '../../wire/shared-errors.ts'
import { userInPath } from '../../wire/shared-parameters.ts'

const inUse = when(
  'A permission or another group uses the group; `objections` says which.',
  groupInUse([{ type: 'realm', settings: ['can_create_public_channel_group'] }]),
)
const noMembershipChange = nothingToDo('"add", "delete", "add_subgroups" or "delete_subgroups"')
const noSubgroupChange = nothingToDo('"add" or "delete"')

const user_group_id = path(id<GroupId>(), { description: 'The id of the group.', example: 42 })
const users = (description: string) =>
  json(z.array(id<UserId>()).max(MAX_USERS_PER_REQUEST).default([]), { description, example: [10, 11] })
const groups = (description: string) =>
  json(z.array(id<GroupId>()).max(MAX_GROUPS_PER_REQUEST).default([]), { description, example: [43] })
const directOnly = query(z.boolean().default(false), {
  description: 'Whether to leave out what belongs to the group only through subgroups.',
  example: true,
})
const NAME = { description: 'The name, which no other group has.', example: 'stage crew' }
const DESCRIPTION = { description: 'What the group is for.', example: 'Everyone who moves scenery' }

const unknown = when('There is no such group.', invalidGroup())
const notAllowed = when('You may not change the group in this way.', insufficientPermission())
const textErrors = [
  when('The name is empty.', groupNameEmpty()),
  when('The name is too long.', groupNameTooLong(MAX_USER_GROUP_NAME_LENGTH)),
  when('The name has an invisible character.', invalidCharactersInName()),
  when('The description is too long.', tooLong('description', MAX_USER_GROUP_DESCRIPTION_LENGTH)),
  when('Another group has the name.', groupExists('stage crew')),
  when('The name begins as those of system groups do.', reservedGroupName('role:')),
]
const subgroupErrors = [
  when('A subgroup does not exist.', invalidGroupId(99)),
  when('A group to add is deactivated.', groupIsDeactivated()),
  when('A group to add is a subgroup already.', alreadySubgroup(43)),
  when('The whole list would have too many bytes.', listTooLarge('userGroups')),
  when('A group to add contains this group.', subgroupCycle(42)),
  when('A group to remove is not a subgroup.', notSubgroup(43)),
]
const userErrors = [
  when('A user does not exist.', invalidUserId(500)),
  when('A user is deactivated.', userIsDeactivated()),
]
const MEMBERSHIP =
  'Users who manage the group may change everything. Members of `can_add_members_group` may add users and subgroups, and members of `can_remove_members_group` may remove users. Members of `can_join_group` and `can_leave_group` may add or remove themselves. Nobody may change system groups.'
const MANAGERS =
  'Members of `can_manage_group` of the group or of `can_manage_all_groups` of the organization. Nobody may change system groups.'

/** One parameter for each setting of a group, all with the same schema. */
const perSetting = <S extends z.ZodType>(schema: S, example: z.input<S>) =>
  Object.fromEntries(
    GROUP_SETTING_NAMES.map((name) => {
      const { description } = GROUP_PERMISSIONS[name]
      return [name, json(schema, { description, example })]
    }),
  ) as unknown as Record<GroupSettingName, Parameter<S>>

export function userGroupRoutes() {
  return [
    endpoint({
      method: 'POST',
      path: '/user_groups/create',
      access: 'user',
      summary: 'Create a user group',
      description:
        'A permission is a group, or a set of users and groups. If absent, you may manage the group and add members, everyone may mention and leave it, and nobody may join it or remove members. Everyone gets the event `user_group` with the operation `add`.',
      permission: 'Members of `can_create_groups`.',
      params: {
        name: form(line(MAX_USER_GROUP_NAME_LENGTH), NAME),
        description: form(text(MAX_USER_GROUP_DESCRIPTION_LENGTH), DESCRIPTION),
        members: json(z.array(id<UserId>()).max(MAX_USERS_PER_REQUEST), {
          description: 'The ids of the members. You are one only if you are in the list.',
          example: [10, 11],
        }),
        subgroups: groups('The ids of the groups whose members are members of this group too.'),
        ...perSetting(groupSetting.optional(), 42),
      },
      response: { group_id: z.int().describe('The id of the new group.') },
      errors: [
        when('You may not create groups.', insufficientPermission()),
        ...textErrors,
        ...userErrors,
        when('A subgroup does not exist.', invalidGroupId(98)),
        ...groupSettingErrors,
        when('The organization has the maximum of groups.', tooManyGroups(MAX_USER_GROUPS)),
        when('The whole list would have too many bytes.', listTooLarge('userGroups')),
      ],
      handler: async ({ caller, params }) => ({
        group_id: await createGroup(caller, { ...params, settings: params }),
      }),
    }),
    endpoint({
      method: 'GET',
      path: '/user_groups',
      access: 'member',
      summary: 'Get the user groups of the organization',
      description: 'System groups, such as `role:members`, are in the list too.',
      params: {
        include_deactivated_groups: query(z.boolean().default(false), {
          description: 'Whether the list has deactivated groups.',
          example: true,
        }),
      },
      response: { user_groups: z.array(group).describe('The user groups, system groups too.') },
      handler: async ({ realm, params }) =>
        joinedJson({ user_groups: groupsText(realm, params.include_deactivated_groups) }),
    }),
    endpoint({
      method: 'PATCH',
      path: '/user_groups/{user_group_id}',
      access: 'member',
      summary: 'Change the properties and permissions of a user group',
      description:
        'Absent parameters stay as they are. Everything is changed, or nothing. Everyone gets the event `user_group` with the operation `update` if something is different.',
      permission: MANAGERS,
      params: {
        user_group_id,
        name: form(line(MAX_USER_GROUP_NAME_LENGTH).optional(), NAME),
        description: form(text(MAX_USER_GROUP_DESCRIPTION_LENGTH).optional(), DESCRIPTION),
        deactivated: json(z.boolean().optional(), {
          description:
            'False reactivates a deactivated group. True changes nothing: deactivation has its own endpoint.',
          example: false,
        }),
        ...perSetting(groupSettingChange.optional(), { new: 42 }),
      },
      errors: [
        unknown,
        when('You may not manage the group.', insufficientPermission()),
        when('The request has no change.', noGroupChange()),
        when('The whole list would have too many bytes.', listTooLarge('userGroups')),
        ...textErrors,
        ...groupSettingErrors,
        when('The current value of a permission is not `old`.', groupSettingMismatch()),
      ],
      handler: ({ caller, params }) =>
        editGroup(caller, params.user_group_id, { ...params, settings: params }),
    }),
    endpoint({
      method: 'POST',
      path: '/user_groups/{user_group_id}/deactivate',
      access: 'user',
      summary: 'Deactivate a user group',
      description:
        'The group keeps its members and can be reactivated. Everyone gets the event `user_group`: `update` if the client declares `include_deactivated_groups`, otherwise `remove`.',
      permission: MANAGERS,
      params: { user_group_id },
      errors: [
        unknown,
        when('You may not manage the group.', insufficientPermission()),
        when('The group is deactivated already.', groupIsDeactivated()),
        inUse,
      ],
      handler: ({ caller, params }) => deactivateGroup(caller, params.user_group_id),
    }),
    endpoint({
      method: 'GET',
      path: '/user_groups/{user_group_id}/members',
      access: 'member',
      summary: 'Get the members of a user group',
      params: { user_group_id, direct_member_only: directOnly },
      response: { members: z.array(z.int()).describe('The ids of the members.') },
      errors: [unknown],
      handler: async ({ realm, params }) => {
        const { id } = findGroup(realm, params.user_group_id)
        return { members: params.direct_member_only ? directMembersOf(realm, id) : membersOf(realm, id) }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/user_groups/{user_group_id}/members',
      access: 'member',
      summary: 'Add users and subgroups to a user group, or remove them',
      description:
        'Everything is changed, or nothing. Everyone gets an event `user_group` for each list that is not empty. People whom you add or remove get a message, unless they are many.',
      permission: MEMBERSHIP,
      params: {
        user_group_id,
        add: users('The ids of the users to add.'),
        delete: users('The ids of the users to remove.'),
        add_subgroups: groups('The ids of the groups to add as subgroups.'),
        delete_subgroups: groups('The ids of the subgroups to remove.'),
      },
      errors: [
        unknown,
        notAllowed,
        when('All four lists are empty.', noMembershipChange),
        ...userErrors,
        when('A user to add is a member already.', alreadyMember(10)),
        when('The whole list would have too many bytes.', listTooLarge('userGroups')),
        when('A user to remove is not a member.', notMember(10)),
        ...subgroupErrors,
      ],
      handler: async ({ caller, params }) => {
        const { add_subgroups: addSubgroups, delete_subgroups: deleteSubgroups } = params
        const request = { add: params.add, delete: params.delete, addSubgroups, deleteSubgroups }
        if (Object.values(request).every((ids) => ids.length === 0)) throw noMembershipChange
        await changeMembership(caller, params.user_group_id, request)
      },
    }),
    endpoint({
      method: 'GET',
      path: '/user_groups/{user_group_id}/members/{user_id}',
      access: 'member',
      summary: 'Check whether a user is a member of a user group',
      params: {
        user_group_id,
        user_id: userInPath,
        direct_member_only: directOnly,
      },
      response: { is_user_group_member: z.boolean().describe('Whether the user is a member.') },
      errors: [
        unknown,
        when('The user does not exist, or you may not see them.', noSuchUser()),
        when('The user is deactivated.', userIsDeactivated()),
      ],
      handler: async ({ realm, user: reader, params }) => {
        const { id } = findGroup(realm, params.user_group_id)
        const user = findAccessibleUser(realm, reader, params.user_id)
        if (!user.isActive) throw userIsDeactivated()
        const { groups } = realm
        const isMember = params.direct_member_only ? groups.isDirectMember(id, user) : groups.has(id, user)
        return { is_user_group_member: isMember }
      },
    }),
    endpoint({
      method: 'GET',
      path: '/user_groups/{user_group_id}/subgroups',
      access: 'member',
      summary: 'Get the subgroups of a user group',
      params: { user_group_id, direct_subgroup_only: directOnly },
      response: { subgroups: z.array(z.int()).describe('The ids of the subgroups.') },
      errors: [unknown],
      handler: async ({ realm, params }) => {
        const { id } = findGroup(realm, params.user_group_id)
        const { groups } = realm
        const found = params.direct_subgroup_only ? groups.subgroups(id) : groups.within(id)
        return { subgroups: ascending(found).filter((group) => group !== id) }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/user_groups/{user_group_id}/subgroups',
      access: 'member',
      summary: 'Add subgroups to a user group, or remove them',
      description:
        'Everything is changed, or nothing. Everyone gets an event `user_group` for each list that is not empty.',
      permission:
        'Members of `can_add_members_group` may add subgroups. Users who manage the group may also remove them.',
      since: 127,
      params: {
        user_group_id,
        add: groups('The ids of the groups to add as subgroups.'),
        delete: groups('The ids of the subgroups to remove.'),
      },
      errors: [unknown, notAllowed, when('Both lists are empty.', noSubgroupChange), ...subgroupErrors],
      handler: async ({ caller, params }) => {
        if (params.add.length + params.delete.length === 0) throw noSubgroupChange
        await changeMembership(caller, params.user_group_id, {
          add: [],
          delete: [],
          addSubgroups: params.add,
          deleteSubgroups: params.delete,
        })
      },
    }),
  ] as const
}
