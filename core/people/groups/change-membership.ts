import { MAX_BULK_NEW_SUBSCRIPTION_MESSAGES } from '../../../config/limits.ts'
import { insufficientPermission } from '../../platform/errors.ts'
import type { GroupId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { findActiveSubgroups, findGroup, findMembers, findSubgroups } from '../../state/access/find-group.ts'
import {
  canAddMembers,
  canJoin,
  canLeave,
  canManageGroup,
  canRemoveMembers,
} from '../../state/access/group-permissions.ts'
import type { Caller } from '../../state/caller.ts'
import type { GroupRecord } from '../../state/groups/record.ts'
import { noticeTexts } from '../../state/notices/texts.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { emitChannelsVisibleByMembership } from './channel-visibility.ts'
import { alreadyMember, alreadySubgroup, notMember, notSubgroup, subgroupCycle } from './errors.ts'
import { emitGroupEvent, groupEventFields } from './event.ts'
import { growGroups } from './growth.ts'
import { storeMembership } from './store.ts'

/** The users and subgroups to add to a group and to remove from it. */
export interface MembershipRequest {
  readonly add: readonly UserId[]
  readonly delete: readonly UserId[]
  readonly addSubgroups: readonly GroupId[]
  readonly deleteSubgroups: readonly GroupId[]
}

type Allowed = (realm: RealmState, user: UserRecord, group: GroupRecord) => boolean

/**
 * Changes the members and subgroups of a group, all or nothing, emits events, and notifies the affected
 * people by a message. Throws when the caller may not, when an added user is a member already or a removed
 * one is not, and when the group would contain itself. Throws as `growList`.
 */
export async function changeMembership(
  caller: Caller,
  id: GroupId,
  request: MembershipRequest,
): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    const joined = request.add.length === 0 ? [] : joining(realm, actor, id, request.add)
    const left = request.delete.length === 0 ? [] : leaving(realm, actor, id, request.delete, joined)
    const added = request.addSubgroups.length === 0 ? [] : nesting(realm, actor, id, request.addSubgroups)
    const removed =
      request.deleteSubgroups.length === 0 ? [] : unnesting(realm, actor, id, request.deleteSubgroups, added)
    const memberships = joined.length + added.length - left.length - removed.length
    await growGroups(tx, realm, actor.id, { memberships })
    await moveMembers(tx, realm, findGroup(realm, id), { joined, left, added, removed })
    await notify(tx, realm, actor, id, 'addedToGroup', joined)
    await notify(tx, realm, actor, id, 'removedFromGroup', left)
  })
}

/** Members and subgroups that a group gets and loses. */
interface Changes {
  readonly joined: readonly UserId[]
  readonly left: readonly UserId[]
  readonly added: readonly GroupId[]
  readonly removed: readonly GroupId[]
}

/**
 * Changes the members and subgroups of a group and emits events, in the caller's transaction, which has
 * locked the organization. Checks nothing and notifies nobody.
 */
export async function moveMembers(
  tx: Tx,
  realm: RealmState,
  group: GroupRecord,
  { joined = [], left = [], added = [], removed = [] }: Partial<Changes>,
): Promise<void> {
  const change = { group: group.id, joined, left, subgroupsAdded: added, subgroupsRemoved: removed }
  await storeMembership(tx, change)
  const of = groupEventFields(group)
  if (joined.length > 0) emitGroupEvent(tx, { ...of, op: 'add_members', user_ids: joined })
  if (left.length > 0) emitGroupEvent(tx, { ...of, op: 'remove_members', user_ids: left })
  if (added.length > 0) emitGroupEvent(tx, { ...of, op: 'add_subgroups', direct_subgroup_ids: added })
  if (removed.length > 0) emitGroupEvent(tx, { ...of, op: 'remove_subgroups', direct_subgroup_ids: removed })
  emitChannelsVisibleByMembership(tx, realm, change)
}

function joining(realm: RealmState, actor: UserRecord, id: GroupId, given: readonly UserId[]): UserId[] {
  const isSelf = given.length === 1 && given[0] === actor.id
  check(realm, actor, findGroup(realm, id), isSelf ? canJoin : canAddMembers)
  const users = findMembers(realm, given).map((user) => user.id)
  const already = users.find((user) => realm.groups.members(id).has(user))
  if (already !== undefined) throw alreadyMember(already)
  return users
}

/** `joined`: the users whom the same request adds. */
function leaving(
  realm: RealmState,
  actor: UserRecord,
  id: GroupId,
  given: readonly UserId[],
  joined: readonly UserId[],
): UserId[] {
  const users = findMembers(realm, given).map((user) => user.id)
  const isSelf = given.length === 1 && given[0] === actor.id
  check(realm, actor, findGroup(realm, id), isSelf ? canLeave : canRemoveMembers)
  const missing = users.find((user) => !realm.groups.members(id).has(user) && !joined.includes(user))
  if (missing !== undefined) throw notMember(missing)
  return users
}

function nesting(realm: RealmState, actor: UserRecord, id: GroupId, given: readonly GroupId[]): GroupId[] {
  check(realm, actor, findGroup(realm, id), canAddMembers)
  const groups = findActiveSubgroups(realm, given).map((group) => group.id)
  const already = groups.find((group) => realm.groups.subgroups(id).has(group))
  if (already !== undefined) throw alreadySubgroup(already)
  if (groups.some((group) => realm.groups.within(group).has(id))) {
    throw subgroupCycle(id)
  }
  return groups
}

/** `added`: the subgroups that the same request adds. */
function unnesting(
  realm: RealmState,
  actor: UserRecord,
  id: GroupId,
  given: readonly GroupId[],
  added: readonly GroupId[],
): GroupId[] {
  check(realm, actor, findGroup(realm, id), canManageGroup)
  const groups = findSubgroups(realm, given).map((group) => group.id)
  const missing = groups.find((group) => !realm.groups.subgroups(id).has(group) && !added.includes(group))
  if (missing !== undefined) throw notSubgroup(missing)
  return groups
}

function check(realm: RealmState, actor: UserRecord, group: GroupRecord, isAllowed: Allowed): void {
  if (!isAllowed(realm, actor, group)) throw insufficientPermission()
}

/** Sends a message to people whom somebody else added or removed, unless there are too many of them. */
async function notify(
  tx: Tx,
  realm: RealmState,
  actor: UserRecord,
  id: GroupId,
  done: 'addedToGroup' | 'removedFromGroup',
  users: readonly UserId[],
): Promise<void> {
  if (users.length > MAX_BULK_NEW_SUBSCRIPTION_MESSAGES) return
  const recipients = users.filter((user) => user !== actor.id && !realm.users.get(user)?.isBot)
  const group = realm.groups.get(id)!
  const content = noticeTexts(realm)[done](`@_**${actor.fullName}|${actor.id}**`, `@_*${group.name}*`)
  await realm.hooks.storeNotices(
    tx,
    realm,
    recipients.map((user) => ({ to: { user }, content })),
  )
}
