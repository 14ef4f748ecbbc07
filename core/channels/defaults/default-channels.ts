import { toMembers, toUsers } from '../../platform/events/audience.ts'
import type { ChannelId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { findVisibleChannel } from '../../state/access/find-channel.ts'
import { requireAdministrator } from '../../state/access/realm-permissions.ts'
import type { Caller } from '../../state/caller.ts'
import { Channel } from '../../state/channels/entities.ts'
import { invalidChannelId } from '../../state/channels/errors.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import type { Stored } from '../../state/events/catalogue.ts'
import { emitChange } from '../../state/realm/changes.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { isGuest, type UserRecord } from '../../state/users/record.ts'
import { privateDefault } from '../errors.ts'
import { leaveDefaultGroups } from './default-groups.ts'

/**
 * Makes a channel a default channel of new users, or ends that. Throws unless the caller is an administrator,
 * for an unknown channel, and for a private one.
 */
export async function setDefaultChannel(caller: Caller, id: ChannelId, isDefault: boolean): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    requireAdministrator(actor)
    const channel = findVisibleChannel(realm, actor, id)
    if (isDefault && channel.isArchived) throw invalidChannelId()
    if (isDefault && channel.isPrivate) throw privateDefault()
    if (channel.isDefault === isDefault) return
    await tx.em.nativeUpdate(Channel, { id }, { isDefault })
    const changed = { ...channel, isDefault }
    emitChange(tx, { type: '_channel', channel: changed })
    emitDefaultChannels(tx, realm, [changed])
    await leaveDefaultGroups(tx, realm, changed)
  })
}

/** Emits the default channels to members, with `changed` applied. */
export function emitDefaultChannels(tx: Tx, realm: RealmState, changed: readonly ChannelRecord[]): void {
  const channels = new Map([...realm.channels, ...changed].map((channel) => [channel.id, channel]))
  tx.emit(defaultsAmong(channels.values()), toMembers())
}

/** Emits the default channels to a new member, and an empty list to a new guest. */
export function emitDefaultChannelsTo(tx: Tx, realm: RealmState, user: UserRecord): void {
  tx.emit(defaultsAmong(isGuest(user) ? [] : realm.channels), toUsers([user.id]))
}

function defaultsAmong(channels: Iterable<ChannelRecord>): Stored<'default_streams'> {
  const defaults = [...channels].filter((channel) => channel.isDefault && !channel.isArchived)
  return { type: 'default_streams', default_streams: defaults.map((channel) => channel.id) }
}
