import { raw } from '@mikro-orm/core'
import { toMembers, toUsers } from '../../platform/events/audience.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { type DefaultChannelGroup, wireDefaultGroup } from '../../state/channels/default-group.ts'
import { DefaultChannelGroup as DefaultGroupRow } from '../../state/channels/entities.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import type { Stored } from '../../state/events/catalogue.ts'
import { emitChange } from '../../state/realm/changes.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { isGuest, Role, type UserRecord } from '../../state/users/record.ts'

/**
 * The groups that a new user with this role may choose. Guests choose none, because their invitations name
 * their channels.
 */
export const choosableDefaultGroups = (realm: RealmView, role: Role): readonly DefaultChannelGroup[] =>
  role === Role.guest ? [] : realm.lists.defaultChannelGroups.filter((group) => group.channels.length > 0)

/** Emits all groups to memory and to members. */
export function emitDefaultGroups(tx: Tx, groups: readonly DefaultChannelGroup[]): void {
  emitChange(tx, { type: '_lists', lists: { defaultChannelGroups: groups } })
  tx.emit(event(groups), toMembers())
}

/** Emits all groups to a new member, and an empty list to a new guest. */
export function emitDefaultGroupsTo(tx: Tx, realm: RealmState, user: UserRecord): void {
  tx.emit(event(isGuest(user) ? [] : realm.lists.defaultChannelGroups), toUsers([user.id]))
}

/** Removes a changed channel from all groups when it may no longer be in one. The organization is locked. */
export async function leaveDefaultGroups(tx: Tx, realm: RealmState, channel: ChannelRecord): Promise<void> {
  if (!channel.isPrivate && !channel.isArchived && !channel.isDefault) return
  const groups = realm.lists.defaultChannelGroups
  if (!groups.some((group) => group.channels.includes(channel.id))) return
  const containing = { realmId: realm.id, channelIds: { $contains: [channel.id] } }
  const channelIds = raw('array_remove(channel_ids, ?)', [channel.id])
  await tx.em.nativeUpdate(DefaultGroupRow, containing, { channelIds })
  const without = (group: DefaultChannelGroup) => group.channels.filter((id) => id !== channel.id)
  emitDefaultGroups(
    tx,
    groups.map((group) => ({ ...group, channels: without(group) })),
  )
}

const event = (groups: readonly DefaultChannelGroup[]): Stored<'default_stream_groups'> => ({
  type: 'default_stream_groups',
  default_stream_groups: groups.map(wireDefaultGroup),
})
