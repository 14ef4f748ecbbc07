import type { Tx } from '../../platform/db/transact.ts'
import type { UserId } from '../../platform/ids.ts'
import { canSeeChannel } from '../../state/channels/permissions.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import { channelVisibility, emitAppearance, emitDisappearance } from '../../state/channels/visibility.ts'
import { membersOf } from '../../state/groups/members.ts'
import type { GroupChange } from '../../state/groups/record.ts'
import type { RealmState } from '../../state/realm/state.ts'

/**
 * Tells people of the private channels that come into their sight, or leave it, because a group that has a
 * permission there has them in it, or has not any more. To be called before the change is known to memory,
 * with the realm held still.
 */
export function emitSightOfMembership(tx: Tx, realm: RealmState, change: GroupChange): void {
  emitSightChange(tx, realm, concerned(realm, change), (ask) => realm.groups.after(change, ask))
}

/** The same for `people`, where `afterwards` asks as things are with the change. */
export function emitSightChange(
  tx: Tx,
  realm: RealmState,
  people: readonly UserId[],
  afterwards: <T>(ask: () => T) => T,
): void {
  const channels = [...realm.channels].filter((channel) => channel.isPrivate)
  if (channels.length === 0 || people.length === 0) return
  const sight = () => channels.map((channel) => seeing(realm, people, channel))
  const before = sight()
  const after = afterwards(sight)
  for (const [n, channel] of channels.entries()) {
    const gained = [...after[n]!].filter((user) => !before[n]!.has(user))
    const lost = [...before[n]!].filter((user) => !after[n]!.has(user))
    emitAppearance(tx, realm, channel, gained, channelVisibility(channel))
    emitDisappearance(tx, channel, lost, channelVisibility(channel))
  }
}

function seeing(realm: RealmState, people: readonly UserId[], channel: ChannelRecord): Set<UserId> {
  return new Set(people.filter((user) => canSeeChannel(realm, realm.users.get(user)!, channel)))
}

/** Whoever is in other groups after the change, directly or through others. */
function concerned(realm: RealmState, change: GroupChange): UserId[] {
  const { joined = [], left = [], subgroupsAdded = [], subgroupsRemoved = [] } = change
  const through = [...subgroupsAdded, ...subgroupsRemoved].flatMap((group) => membersOf(realm, group))
  return [...new Set([...joined, ...left, ...through])]
}
