import type { EntityManager } from '@mikro-orm/postgresql'
import type { GroupId, RealmId } from '../../platform/ids.ts'
import { UserGroup } from './entities.ts'

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

/** Creates the system groups of new organizations. */
export async function createSystemGroups(em: EntityManager, realms: readonly RealmId[]): Promise<void> {
  const groups = Object.entries(SYSTEM_GROUPS).map(([name, description]) => ({
    name,
    description,
    isSystemGroup: true,
  }))
  await em.insertMany(
    UserGroup,
    realms.flatMap((realmId) => groups.map((group) => ({ realmId, ...group }))),
  )
}
