import { MAX_USER_GROUPS } from '../../../config/limits.ts'
import type { GroupId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { writeAudit } from '../../state/audit/write.ts'
import { UserGroup } from '../../state/groups/entities.ts'
import { groupSettings, storedSettings } from '../../state/groups/permission-settings.ts'
import type { GroupRecord } from '../../state/groups/record.ts'
import { ascending } from '../../state/groups/setting.ts'
import { emitChange } from '../../state/realm/changes.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { isOwner } from '../../state/users/record.ts'
import { moveMembers } from '../groups/change-membership.ts'
import { checkGroupName } from '../groups/check.ts'
import { tooManyGroups } from '../groups/errors.ts'
import { emitGroupEvent, groupEventFields } from '../groups/event.ts'
import { growGroups } from '../groups/growth.ts'
import { usesOf } from '../groups/in-use.ts'
import { storeGroup, storeMembership } from '../groups/store.ts'
import { wireGroup } from '../groups/wire.ts'
import { type Directory, isPerson } from './accounts.ts'
import { ProvisionedGroup } from './entities.ts'
import { groupIsUsed, invalidValue, isTaken, noSuchResource } from './errors.ts'

/** A user group, as a directory sees it: its people, without bots and subgroups, which stay. */
export interface GroupState {
  readonly name: string
  readonly externalId: string | null
  readonly members: ReadonlySet<UserId>
}

export interface DirectoryGroup extends GroupState {
  readonly id: GroupId
  /**
   * Changes when the members change; perhaps also when others do, such as bots. No member is read for it.
   */
  readonly membersPrint: string
}

/** Directories see neither system groups nor deactivated ones. */
export const isShown = (group: GroupRecord | undefined): group is GroupRecord =>
  group !== undefined && !group.isSystemGroup && !group.isDeactivated

/** The members are collected when they are first read: lists of groups often leave them out. */
export function groupOf(
  realm: RealmState,
  { id, name }: GroupRecord,
  externalId: string | null,
): DirectoryGroup {
  let people: Set<UserId> | undefined
  return {
    ...{ id, name, externalId },
    membersPrint: `${realm.groups.membersPrint(id)}.${realm.users.goneCount.toString(36)}`,
    get members() {
      if (people === undefined) {
        people = new Set()
        for (const user of realm.groups.members(id)) if (isPerson(realm.users.get(user))) people.add(user)
      }
      return people
    },
  }
}

/** One group. Throws NOT_FOUND. */
export async function findDirectoryGroup({ core, realm }: Directory, id: GroupId): Promise<DirectoryGroup> {
  await realm.sync()
  const group = realm.groups.get(id)
  if (!isShown(group)) throw noSuchResource(String(id))
  const row = await core.db.readEntities((em) => em.findOne(ProvisionedGroup, { groupId: id }))
  return groupOf(realm, group, row?.externalId ?? null)
}

/**
 * Creates a group, or gives back a deactivated one with this name, because a directory does not see it.
 * Throws 409 for the name of another group, and 400 for an invalid name or member.
 */
export async function createDirectoryGroup(by: Directory, state: GroupState): Promise<DirectoryGroup> {
  const { core, realm } = by
  const id = await core.changeAsSystem(realm, async (tx) => {
    const former = realm.groups.byName(state.name.normalize('NFC').trim())
    if (former?.isDeactivated && !former.isSystemGroup) return giveBack(tx, by, former, state)
    const name = checkedName(realm, state.name)
    if (realm.groups.customGroupCount >= MAX_USER_GROUPS) throw tooManyGroups(MAX_USER_GROUPS)
    const members = checkedMembers(realm, state.members)
    const origin = { isSystemGroup: false, creatorId: null }
    const settings = groupSettings({}, origin, realm.record.systemGroups)
    const createdAt = new Date()
    const id = await tx.em.insert(UserGroup, {
      ...{ realmId: realm.id, name, description: '', creatorId: null, dateCreated: createdAt },
      groupSettings: storedSettings({ ...origin, settings }, realm.record.systemGroups),
    })
    const group: GroupRecord = {
      ...{ id, name, description: '', ...origin, isDeactivated: false, settings },
      dateCreated: Math.floor(createdAt.getTime() / 1000),
    }
    await growGroups(tx, realm, responsible(realm), { added: group, memberships: members.length })
    emitChange(tx, { type: '_group', group })
    await storeMembership(tx, { group: id, joined: members })
    const wire = wireGroup(realm, group, { members, subgroups: [] })
    emitGroupEvent(tx, { type: 'user_group', op: 'add', group: wire })
    await saveExternalId(tx, realm, id, state.externalId)
    audit(tx, by, group)
    return id
  })
  return findDirectoryGroup(by, id)
}

/** Activates a group with the people whom the directory names. Its bots and subgroups stay. */
async function giveBack(tx: Tx, by: Directory, former: GroupRecord, state: GroupState): Promise<GroupId> {
  const { realm } = by
  const group = { ...former, name: checkedName(realm, state.name, former.id), isDeactivated: false }
  const moves = movesBetween(realm, groupOf(realm, former, null).members, state.members)
  const memberships = moves.joined.length - moves.left.length
  await growGroups(tx, realm, responsible(realm), { added: group, replaced: former, memberships })
  await storeGroup(tx, realm, group)
  if (group.name !== former.name)
    emitGroupEvent(tx, { ...groupEventFields(former), op: 'update', data: { name: group.name } })
  const _group = wireGroup(realm, group)
  emitGroupEvent(tx, { ...groupEventFields(group), op: 'update', data: { deactivated: false }, _group })
  await moveMembers(tx, realm, group, moves)
  await saveExternalId(tx, realm, group.id, state.externalId)
  audit(tx, by, group)
  return group.id
}

/** Who joins and leaves a group that gets other people. */
const movesBetween = (realm: RealmState, before: ReadonlySet<UserId>, after: ReadonlySet<UserId>) => ({
  joined: checkedMembers(
    realm,
    [...after].filter((user) => !before.has(user)),
  ),
  left: ascending([...before].filter((user) => !after.has(user))),
})

/**
 * Changes a group to the state that `change` makes of it, all or nothing. Throws as `createDirectoryGroup`.
 */
export async function changeDirectoryGroup(
  by: Directory,
  id: GroupId,
  change: (group: DirectoryGroup) => GroupState,
): Promise<DirectoryGroup> {
  const { core, realm } = by
  await core.changeAsSystem(realm, async (tx) => {
    const group = realm.groups.get(id)
    if (!isShown(group)) throw noSuchResource(String(id))
    const row = await tx.em.findOne(ProvisionedGroup, { groupId: id })
    const before = groupOf(realm, group, row?.externalId ?? null)
    const after = change(before)
    const { joined, left } = movesBetween(realm, before.members, after.members)
    const isRenamed = after.name !== before.name
    if (isRenamed) {
      const renamed = { ...group, name: checkedName(realm, after.name, id) }
      await growGroups(tx, realm, responsible(realm), { added: renamed, replaced: group })
      await storeGroup(tx, realm, renamed)
      emitGroupEvent(tx, { ...groupEventFields(group), op: 'update', data: { name: renamed.name } })
    }
    if (joined.length + left.length > 0) {
      await growGroups(tx, realm, responsible(realm), { memberships: joined.length - left.length })
      await moveMembers(tx, realm, group, { joined, left, added: [], removed: [] })
    }
    const isOtherId = after.externalId !== before.externalId
    if (isOtherId) await saveExternalId(tx, realm, id, after.externalId)
    if (isRenamed || isOtherId || joined.length + left.length > 0) audit(tx, by, group)
  })
  return findDirectoryGroup(by, id)
}

/** Deactivates a group. Throws 409 while a permission, a channel or another group uses it. */
export async function removeDirectoryGroup(
  by: Directory,
  id: GroupId,
  check: (group: DirectoryGroup) => void,
): Promise<void> {
  const { core, realm } = by
  await core.changeAsSystem(realm, async (tx) => {
    const group = realm.groups.get(id)
    if (!isShown(group)) throw noSuchResource(String(id))
    const row = await tx.em.findOne(ProvisionedGroup, { groupId: id })
    check(groupOf(realm, group, row?.externalId ?? null))
    if (usesOf(realm, id).length > 0) throw groupIsUsed()
    await storeGroup(tx, realm, { ...group, isDeactivated: true })
    emitGroupEvent(tx, { ...groupEventFields(group), op: 'update', data: { deactivated: true } })
    await tx.em.nativeDelete(ProvisionedGroup, { groupId: id })
    audit(tx, by, group)
  })
}

/** The owner whose share of the groups' size grows, because a directory has no account. */
const responsible = (realm: RealmState): UserId =>
  [...realm.users].find((user) => isOwner(user) && user.isActive && !user.isBot)!.id

function audit(tx: Tx, { token }: Directory, { id, name }: GroupRecord): void {
  const about = { kind: 'user_group', action: 'changed', id, name } as const
  writeAudit(tx, null, [{ ...about, property: 'provisioned_by', after: token }])
}

function checkedName(realm: RealmState, given: string, own?: GroupId): string {
  const other = realm.groups.byName(given.normalize('NFC').trim())
  if (other !== undefined && other.id !== own) throw isTaken('displayName')
  return checkGroupName(realm, given, own)
}

function checkedMembers(realm: RealmState, given: Iterable<UserId>): UserId[] {
  const members = [...given]
  const unknown = members.find((id) => !isPerson(realm.users.get(id)))
  if (unknown !== undefined) throw invalidValue(`There is no user ${unknown}`)
  return ascending(members)
}

const saveExternalId = async (tx: Tx, realm: RealmState, groupId: GroupId, externalId: string | null) => {
  await tx.em.upsert(ProvisionedGroup, { groupId, realmId: realm.id, externalId })
}
