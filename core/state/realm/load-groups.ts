import { allOf } from '../../platform/db/servers/all-of.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { UserGroup } from '../groups/entities.ts'
import { groupSettings } from '../groups/permission-settings.ts'
import type { GroupChange, GroupRecord } from '../groups/record.ts'
import type { RealmRecord } from './record.ts'

const GROUPS = statement(
  'groups.of-realm',
  `SELECT id, name, description, is_system_group AS "isSystemGroup", is_deactivated AS "isDeactivated",
     creator_id AS "creatorId", floor(extract(epoch FROM date_created))::int8 AS "dateCreated",
     group_settings AS "groupSettings"
   FROM user_group WHERE realm_id = $1 ORDER BY id`, // user_group_realm_name
)
// group_member_pkey, group_subgroup_pkey
const MEMBERSHIP = statement(
  'groups.membership-of-realm',
  `SELECT g.id AS group, m.users AS joined, s.subgroups AS "subgroupsAdded"
   FROM user_group g,
     LATERAL (SELECT coalesce(array_agg(user_id), '{}') AS users FROM group_member WHERE group_id = g.id) m,
     LATERAL (SELECT coalesce(array_agg(subgroup_id), '{}') AS subgroups FROM group_subgroup WHERE group_id = g.id) s
   WHERE g.realm_id = $1 AND NOT g.is_system_group`,
)

type GroupRow = Columns<
  typeof UserGroup,
  'id' | 'name' | 'description' | 'isSystemGroup' | 'isDeactivated' | 'creatorId' | 'groupSettings'
> & {
  /** Unix seconds; null when it is not known. */
  readonly dateCreated: number | null
}

/** Loads an organization's groups in the caller's snapshot. Two queries. */
export async function loadGroups(
  sql: Sql,
  realm: Pick<RealmRecord, 'id' | 'systemGroups'>,
): Promise<{ groups: readonly GroupRecord[]; groupMembership: readonly GroupChange[] }> {
  const [rows, groupMembership] = await allOf([
    sql.run<GroupRow>(GROUPS, [realm.id]),
    sql.run<GroupChange>(MEMBERSHIP, [realm.id]),
  ])
  const groups = rows.map(({ groupSettings: stored, ...group }) => ({
    ...group,
    settings: groupSettings(stored, group, realm.systemGroups),
  }))
  return { groups, groupMembership }
}
