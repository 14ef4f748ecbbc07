import { statement } from '../../platform/db/statements/statement.ts'
import type { GroupId, UserId } from '../../platform/ids.ts'
import type { GroupDirectory } from '../../state/groups/directory.ts'
import type { Directory } from './accounts.ts'
import { type DirectoryGroup, groupOf, isShown } from './groups.ts'

interface Named {
  readonly groupId: GroupId
  readonly externalId: string | null
}

const COLUMNS = 'group_id AS "groupId", external_id AS "externalId"'

const ALL = statement(
  'provisioning.all-groups',
  // provisioned_group_external_id
  `SELECT ${COLUMNS} FROM provisioned_group WHERE realm_id = $1`,
)
const BY_ID = statement(
  'provisioning.groups-by-id',
  // provisioned_group_pkey
  `SELECT ${COLUMNS} FROM provisioned_group WHERE group_id = ANY ($1::int[])`,
)
const BY_EXTERNAL_ID = statement(
  'provisioning.groups-by-external-ids',
  // provisioned_group_external_id
  `SELECT ${COLUMNS} FROM provisioned_group WHERE realm_id = $1 AND external_id = ANY ($2::text[])`,
)

/** What a filter asks of a group: an attribute with this value, in any case, or a member. */
export interface GroupKey {
  readonly attribute: 'id' | 'name' | 'externalId' | 'member'
  readonly value: string
}

/** All groups that a directory sees, by id. */
export async function listGroups({ core, realm }: Directory): Promise<DirectoryGroup[]> {
  await realm.sync()
  const externalIds = byGroup(await core.db.run<Named>(ALL, [realm.id]))
  return [...realm.groups]
    .filter(isShown)
    .map((group) => groupOf(realm, group, externalIds.get(group.id) ?? null))
    .sort((a, b) => a.id - b.id)
}

/** A part of the groups that a directory sees, by id, and their number. Reads the rows of this part. */
export async function pageOfGroups(
  by: Directory,
  from: number,
  count: number,
): Promise<{ readonly total: number; readonly items: DirectoryGroup[] }> {
  await by.realm.sync()
  const ids = shownIds(by)
  return { total: ids.length, items: await groupsWithIds(by, ids.slice(from, from + count)) }
}

/** The groups with one of the keys, by id, and perhaps others. Reads their rows and no others. */
export async function groupsWith(by: Directory, keys: readonly GroupKey[]): Promise<DirectoryGroup[]> {
  const { core, realm } = by
  await realm.sync()
  const ids = new Set<GroupId>()
  const externalIds: string[] = []
  for (const { attribute, value } of keys) {
    const id = /^[1-9]\d{0,8}$/.test(value) ? Number(value) : undefined
    switch (attribute) {
      case 'id':
        if (id !== undefined) ids.add(id as GroupId)
        break
      case 'member':
        if (id !== undefined) for (const group of realm.groups.directGroupsOf(id as UserId)) ids.add(group)
        break
      case 'name': {
        const group = realm.groups.byName(value)
        if (group !== undefined) ids.add(group.id)
        break
      }
      case 'externalId':
        externalIds.push(value)
    }
  }
  if (externalIds.length > 0)
    for (const { groupId } of await core.db.run<Named>(BY_EXTERNAL_ID, [realm.id, externalIds]))
      ids.add(groupId)
  return groupsWithIds(
    by,
    [...ids].sort((a, b) => a - b),
  )
}

/** The groups with these ids that a directory sees, in this order. */
async function groupsWithIds({ core, realm }: Directory, ids: readonly GroupId[]): Promise<DirectoryGroup[]> {
  if (ids.length === 0) return []
  const externalIds = byGroup(await core.db.run<Named>(BY_ID, [ids]))
  return ids.flatMap((id) => {
    const group = realm.groups.get(id)
    return isShown(group) ? [groupOf(realm, group, externalIds.get(id) ?? null)] : []
  })
}

interface Shown {
  readonly version: number
  readonly ids: readonly GroupId[]
}

const shown = new WeakMap<GroupDirectory, Shown>()

/** The ids of the groups that a directory sees, ascending. Valid until a group changes. */
function shownIds({ realm: { groups } }: Directory): readonly GroupId[] {
  const { version } = groups
  const known = shown.get(groups)
  if (known?.version === version) return known.ids
  const ids: GroupId[] = []
  for (const group of groups) if (isShown(group)) ids.push(group.id)
  ids.sort((a, b) => a - b)
  shown.set(groups, { version, ids })
  return ids
}

const byGroup = (rows: readonly Named[]) => new Map(rows.map((row) => [row.groupId, row.externalId]))
