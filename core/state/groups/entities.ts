import { defineEntity, p } from '@mikro-orm/core'
import { id, reference, sqlIndex } from '../../platform/db/statements/columns.ts'
import type { GroupId } from '../../platform/ids.ts'
import type { GroupSettings } from './record.ts'

export const UserGroup = defineEntity({
  name: 'UserGroup',
  tableName: 'user_group',
  comment: 'A group of users. System groups are groups too.',
  properties: {
    id: id<GroupId>().primary(),
    realmId: reference('Realm'),
    name: p.text(),
    description: p.text().default(''),
    isSystemGroup: p
      .boolean()
      .default(false)
      .comment('The members of a system group follow from their roles; the group has no rows of members.'),
    creatorId: reference('User').nullable(),
    dateCreated: p
      .datetime()
      .nullable()
      .defaultRaw('now()')
      .comment('Null for system groups and for groups from before the time was kept.'),
    isDeactivated: p.boolean().default(false),
    groupSettings: p
      .json<Partial<GroupSettings>>()
      .defaultRaw("'{}'")
      .comment(
        'Who may do what with the group: settings by their names on the wire, where they differ from the default.',
      ),
  },
  indexes: [sqlIndex('CREATE UNIQUE INDEX user_group_realm_name ON user_group (realm_id, lower(name))')],
})

export const GroupMember = defineEntity({
  name: 'GroupMember',
  tableName: 'group_member',
  comment: 'A user is a direct member of a group.',
  properties: {
    groupId: reference('UserGroup', 'cascade').primary(),
    userId: reference('User', 'cascade').primary(),
  },
  indexes: [{ name: 'group_member_user', properties: ['userId'] }],
})

export const GroupSubgroup = defineEntity({
  name: 'GroupSubgroup',
  tableName: 'group_subgroup',
  comment: 'The members of one group are members of another.',
  properties: {
    groupId: reference('UserGroup', 'cascade').primary().comment('The group that contains the other.'),
    subgroupId: reference('UserGroup', 'cascade').primary().comment('The group that is contained.'),
  },
  indexes: [{ name: 'group_subgroup_subgroup', properties: ['subgroupId'] }],
})
