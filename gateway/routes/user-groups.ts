import { z } from 'zod'
import { MAX_GROUPS_PER_REQUEST, MAX_USERS_PER_REQUEST } from '../../config/limits.ts'
import { changeMembership } from '../../core/people/groups/change-membership.ts'
import { createGroup } from '../../core/people/groups/create.ts'
import { deactivateGroup, editGroup } from '../../core/people/groups/edit.ts'
import { groupInUse } from '../../core/people/groups/errors.ts'
import { wireGroups } from '../../core/people/groups/wire.ts'
import { insufficientPermission, nothingToDo } from '../../core/platform/errors.ts'
import type { GroupId, UserId } from '../../core/platform/ids.ts'
import { groupSettingMismatch, invalidGroup } from '../../core/state/groups/errors.ts'
import { findGroup } from '../../core/state/groups/find.ts'
import { directMembersOf, membersOf } from '../../core/state/groups/members.ts'
import { GROUP_SETTING_NAMES } from '../../core/state/groups/permission-settings.ts'
import type { GroupSettingName } from '../../core/state/groups/record.ts'
import { ascending } from '../../core/state/groups/setting.ts'
import { invalidUserId, userIsDeactivated } from '../../core/state/users/errors.ts'
import { findAccessibleUser } from '../../core/state/users/find.ts'
import { group } from '../../core/state/wire/group.ts'
import { endpoint } from '../http/endpoint.ts'
import { form, id, json, line, type Parameter, path, query, text } from '../http/parameter.ts'
import { groupSetting, groupSettingChange } from '../wire/group-setting.ts'

const inUse = groupInUse([{ type: 'realm', settings: ['can_create_public_channel_group'] }])
const noMembershipChange = nothingToDo('"add", "delete", "add_subgroups" or "delete_subgroups"')
const noSubgroupChange = nothingToDo('"add" or "delete"')

const user_group_id = path(id<GroupId>())
const users = () => json(z.array(id<UserId>()).max(MAX_USERS_PER_REQUEST).default([]))
const groups = () => json(z.array(id<GroupId>()).max(MAX_GROUPS_PER_REQUEST).default([]))

/** One parameter for each setting of a group, all with the same schema. */
const perSetting = <S extends z.ZodType>(schema: S) =>
  Object.fromEntries(GROUP_SETTING_NAMES.map((name) => [name, json(schema)])) as unknown as Record<
    GroupSettingName,
    Parameter<S>
  >

export function userGroupRoutes() {
  return [
    endpoint({
      method: 'POST',
      path: '/user_groups/create',
      access: 'user',
      summary: 'Create a user group',
      params: {
        name: form(line()),
        description: form(text()),
        members: json(z.array(id<UserId>()).max(MAX_USERS_PER_REQUEST)),
        subgroups: groups(),
        ...perSetting(groupSetting.optional()),
      },
      response: { group_id: z.int() },
      errors: [invalidUserId(500), insufficientPermission()],
      handler: async ({ caller, params }) => ({
        group_id: await createGroup(caller, { ...params, settings: params }),
      }),
    }),
    endpoint({
      method: 'GET',
      path: '/user_groups',
      access: 'member',
      summary: 'Get the user groups of the organization',
      params: { include_deactivated_groups: query(z.boolean().default(false)) },
      response: { user_groups: z.array(group) },
      handler: async ({ realm, params }) => {
        return { user_groups: wireGroups(realm, params.include_deactivated_groups) }
      },
    }),
    endpoint({
      method: 'PATCH',
      path: '/user_groups/{user_group_id}',
      access: 'member',
      summary: 'Change the properties and permissions of a user group',
      params: {
        user_group_id,
        name: form(line().optional()),
        description: form(text().optional()),
        deactivated: json(z.boolean().optional()),
        ...perSetting(groupSettingChange.optional()),
      },
      errors: [invalidGroup(), insufficientPermission(), groupSettingMismatch()],
      handler: ({ caller, params }) =>
        editGroup(caller, params.user_group_id, { ...params, settings: params }),
    }),
    endpoint({
      method: 'POST',
      path: '/user_groups/{user_group_id}/deactivate',
      access: 'user',
      summary: 'Deactivate a user group',
      params: { user_group_id },
      errors: [invalidGroup(), insufficientPermission(), inUse],
      handler: ({ caller, params }) => deactivateGroup(caller, params.user_group_id),
    }),
    endpoint({
      method: 'GET',
      path: '/user_groups/{user_group_id}/members',
      access: 'member',
      summary: 'Get the members of a user group',
      params: { user_group_id, direct_member_only: query(z.boolean().default(false)) },
      response: { members: z.array(z.int()) },
      errors: [invalidGroup()],
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
      params: {
        user_group_id,
        add: users(),
        delete: users(),
        add_subgroups: groups(),
        delete_subgroups: groups(),
      },
      errors: [invalidGroup(), insufficientPermission(), noMembershipChange],
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
        user_id: path(id<UserId>()),
        direct_member_only: query(z.boolean().default(false)),
      },
      response: { is_user_group_member: z.boolean() },
      errors: [invalidGroup()],
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
      params: { user_group_id, direct_subgroup_only: query(z.boolean().default(false)) },
      response: { subgroups: z.array(z.int()) },
      errors: [invalidGroup()],
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
      params: { user_group_id, add: groups(), delete: groups() },
      errors: [invalidGroup(), insufficientPermission(), noSubgroupChange],
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
