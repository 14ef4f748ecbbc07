import { type Sql, statement } from '../../platform/db/statement.ts'
import type { GroupId, RealmId } from '../../platform/ids.ts'

/** The system groups of every organization (spec.md "User group"), with their descriptions. */
export const SYSTEM_GROUPS = {
  'role:internet': 'Everyone on the Internet',
  'role:everyone': 'Everyone in this organization, including guests',
  'role:members': 'Everyone in this organization, except guests',
  'role:fullmembers': 'Members of this organization, not including new accounts and guests',
  'role:moderators': 'Moderators of this organization, including administrators',
  'role:administrators': 'Administrators of this organization, including owners',
  'role:owners': 'Owners of this organization',
  'role:nobody': 'Nobody',
} as const

/** Names of the system groups as mentions show them. */
export const SYSTEM_GROUP_TITLES: Readonly<Record<SystemGroup, string>> = {
  'role:internet': 'Everyone on the internet',
  'role:everyone': 'Everyone',
  'role:members': 'Members',
  'role:fullmembers': 'Full members',
  'role:moderators': 'Moderators',
  'role:administrators': 'Administrators',
  'role:owners': 'Owners',
  'role:nobody': 'Nobody',
}

export type SystemGroup = keyof typeof SYSTEM_GROUPS

/** Ids of an organization's system groups. */
export type SystemGroupIds = Readonly<Record<SystemGroup, GroupId>>

const CREATE = statement(
  'groups.create-system',
  `INSERT INTO user_group (realm_id, name, description, is_system_group)
   SELECT $1, name, description, true FROM unnest($2::text[], $3::text[]) AS g (name, description)`,
)

/** Creates the system groups of a new organization. */
export async function createSystemGroups(sql: Sql, realm: RealmId): Promise<void> {
  await sql.run(CREATE, [realm, Object.keys(SYSTEM_GROUPS), Object.values(SYSTEM_GROUPS)])
}
