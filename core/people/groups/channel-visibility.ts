import { channelVisibility, emitAppearance, emitDisappearance } from '../../channels/presenting/visibility.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { canSeeChannel } from '../../state/access/channel-permissions.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import type { GroupChange } from '../../state/groups/record.ts'
import { membersOf } from '../../state/realm/group-members.ts'
import type { RealmState } from '../../state/realm/state.ts'

/**
 * Emits the private channels that people can newly see, or no longer see, because a change of a group's
 * members changes their permissions. Call it before memory has the change, with the organization locked.
 */
export function emitChannelsVisibleByMembership(tx: Tx, realm: RealmState, change: GroupChange): void {
  emitChannelVisibilityChange(tx, realm, concerned(realm, change), (find) => realm.groups.after(change, find))
}

/**
 * As `emitChannelsVisibleByMembership` for `people`. `afterwards` runs a function on the state with the
 * change applied.
 */
export function emitChannelVisibilityChange(
  tx: Tx,
  realm: RealmState,
  people: readonly UserId[],
  afterwards: <T>(find: () => T) => T,
): void {
  const channels = [...realm.channels].filter((channel) => channel.isPrivate)
  if (channels.length === 0 || people.length === 0) return
  const findViewers = () => channels.map((channel) => viewersAmong(realm, people, channel))
  const before = findViewers()
  const after = afterwards(findViewers)
  for (const [n, channel] of channels.entries()) {
    const gained = [...after[n]!].filter((user) => !before[n]!.has(user))
    const lost = [...before[n]!].filter((user) => !after[n]!.has(user))
    emitAppearance(tx, realm, channel, gained, channelVisibility(channel))
    emitDisappearance(tx, channel, lost, channelVisibility(channel))
  }
}

function viewersAmong(realm: RealmState, people: readonly UserId[], channel: ChannelRecord): Set<UserId> {
  return new Set(people.filter((user) => canSeeChannel(realm, realm.users.get(user)!, channel)))
}

/** The people whose groups change, directly or through subgroups. */
function concerned(realm: RealmState, change: GroupChange): UserId[] {
  const { joined = [], left = [], subgroupsAdded = [], subgroupsRemoved = [] } = change
  const through = [...subgroupsAdded, ...subgroupsRemoved].flatMap((group) => membersOf(realm, group))
  return [...new Set([...joined, ...left, ...through])]
}
