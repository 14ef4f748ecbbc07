import {
  MAX_DEFAULT_CHANNEL_GROUP_DESCRIPTION_LENGTH,
  MAX_DEFAULT_CHANNEL_GROUP_NAME_LENGTH,
  MAX_DEFAULT_CHANNEL_GROUPS,
} from '../../../config/limits.ts'
import { tooLong } from '../../platform/errors.ts'
import type { ChannelId, DefaultChannelGroupId } from '../../platform/ids.ts'
import { hasInvisibleCharacters, lookOf } from '../../platform/text/invisible-characters.ts'
import { findChannelByName } from '../../state/access/find-channel.ts'
import { requireAdministrator } from '../../state/access/realm-permissions.ts'
import type { Caller } from '../../state/caller.ts'
import type { DefaultChannelGroup } from '../../state/channels/default-group.ts'
import { DefaultChannelGroup as DefaultGroupRow } from '../../state/channels/entities.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { growList, growthBy } from '../../state/shared-lists/grow.ts'
import type { UserRecord } from '../../state/users/record.ts'
import {
  alreadyInDefaultGroup,
  alreadyNamedDefaultGroup,
  defaultChannelInGroup,
  defaultGroupExists,
  defaultGroupNameTooLong,
  invalidDefaultGroupName,
  noDefaultGroupChange,
  noSuchDefaultGroup,
  notInDefaultGroup,
  privateDefault,
  tooManyDefaultGroups,
} from '../errors.ts'
import { emitDefaultGroups } from './default-groups.ts'

/**
 * Creates a group of channels that new users may choose. Throws unless the caller is an administrator; for a
 * name that is empty, too long or in use; STREAM_DOES_NOT_EXIST; and for private and default channels.
 */
export async function createDefaultGroup(
  caller: Caller,
  given: { readonly name: string; readonly description: string; readonly channels: readonly string[] },
): Promise<void> {
  const { core, realm } = caller
  const name = checkName(given.name)
  const description = checkDescription(given.description)
  await core.change(caller, async ({ tx, actor }) => {
    requireAdministrator(actor)
    const groups = realm.lists.defaultChannelGroups
    checkIsFree(groups, name)
    if (groups.length >= MAX_DEFAULT_CHANNEL_GROUPS) {
      throw tooManyDefaultGroups(MAX_DEFAULT_CHANNEL_GROUPS)
    }
    const added = findChannels(realm, actor, given.channels)
    for (const channel of added) checkCanBelong(channel, name)
    const channels = ascending(added.map((channel) => channel.id))
    const id = await tx.em.insert(DefaultGroupRow, {
      realmId: realm.id,
      name,
      description,
      channelIds: [...channels],
    })
    const group = { id, name, description, channels }
    await growList(tx, realm, actor.id, 'defaultChannelGroups', growthBy(groups, [group]))
    emitDefaultGroups(tx, [...groups, group])
  })
}

/**
 * Changes a group's name, description, or both. Throws when there is no such group, when both are missing,
 * and for the same invalid values as `createDefaultGroup`.
 */
export async function describeDefaultGroup(
  caller: Caller,
  id: DefaultChannelGroupId,
  given: { readonly name?: string; readonly description?: string },
): Promise<void> {
  if (given.name === undefined && given.description === undefined) {
    throw noDefaultGroupChange()
  }
  await changeGroup(caller, id, (group, others) => {
    const description =
      given.description === undefined ? group.description : checkDescription(given.description)
    if (given.name === undefined) return { ...group, description }
    const name = checkName(given.name)
    if (name === group.name) throw alreadyNamedDefaultGroup(name)
    checkIsFree(others, name)
    return { ...group, name, description }
  })
}

/**
 * Adds channels to a group. Throws when there is no such group, when a channel is in the group already, and
 * for the same channels as `createDefaultGroup`.
 */
export async function addToDefaultGroup(
  caller: Caller,
  id: DefaultChannelGroupId,
  names: readonly string[],
): Promise<void> {
  const { realm, user } = caller
  await changeGroup(caller, id, (group) => {
    const added = findChannels(realm, user, names)
    for (const channel of added) {
      checkCanBelong(channel, group.name)
      if (group.channels.includes(channel.id)) {
        throw alreadyInDefaultGroup(channel.name, group.name)
      }
    }
    return { ...group, channels: ascending([...group.channels, ...added.map((channel) => channel.id)]) }
  })
}

/**
 * Removes channels from a group. Throws when a channel is not in the group, and when there is no such group
 * or channel.
 */
export async function removeFromDefaultGroup(
  caller: Caller,
  id: DefaultChannelGroupId,
  names: readonly string[],
): Promise<void> {
  const { realm, user } = caller
  await changeGroup(caller, id, (group) => {
    const removed = findChannels(realm, user, names)
    for (const channel of removed) {
      if (!group.channels.includes(channel.id)) {
        throw notInDefaultGroup(channel.name, group.name)
      }
    }
    const ids = new Set(removed.map((channel) => channel.id))
    return { ...group, channels: group.channels.filter((channel) => !ids.has(channel)) }
  })
}

/** Deletes a group. Throws when there is no such group. */
export async function removeDefaultGroup(caller: Caller, id: DefaultChannelGroupId): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    requireAdministrator(actor)
    const groups = realm.lists.defaultChannelGroups
    findGroup(groups, id)
    await tx.em.nativeDelete(DefaultGroupRow, { id })
    emitDefaultGroups(
      tx,
      groups.filter((group) => group.id !== id),
    )
  })
}

/** Stores the result of `change`, and emits it to members when it is different. */
async function changeGroup(
  caller: Caller,
  id: DefaultChannelGroupId,
  change: (group: DefaultChannelGroup, others: readonly DefaultChannelGroup[]) => DefaultChannelGroup,
): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    requireAdministrator(actor)
    const groups = realm.lists.defaultChannelGroups
    const before = findGroup(groups, id)
    const after = change(
      before,
      groups.filter((group) => group.id !== id),
    )
    const { name, description, channels } = after
    const isUnchanged =
      name === before.name && description === before.description && channels.length === before.channels.length
    if (isUnchanged) return
    await growList(tx, realm, actor.id, 'defaultChannelGroups', growthBy(groups, [after], [before]))
    await tx.em.nativeUpdate(DefaultGroupRow, { id }, { name, description, channelIds: [...channels] })
    emitDefaultGroups(
      tx,
      groups.map((group) => (group.id === id ? after : group)),
    )
  })
}

function findGroup(groups: readonly DefaultChannelGroup[], id: DefaultChannelGroupId): DefaultChannelGroup {
  const group = groups.find((candidate) => candidate.id === id)
  if (group === undefined) throw noSuchDefaultGroup(id)
  return group
}

/** Finds channels by name, each once. Throws STREAM_DOES_NOT_EXIST. */
const findChannels = (
  realm: RealmState,
  caller: UserRecord,
  names: readonly string[],
): readonly ChannelRecord[] => [...new Set(names.map((name) => findChannelByName(realm, caller, name)))]

function checkCanBelong(channel: ChannelRecord, group: string): void {
  if (channel.isPrivate) throw privateDefault()
  if (channel.isDefault) {
    throw defaultChannelInGroup(channel.name, group)
  }
}

const ascending = (ids: readonly ChannelId[]): readonly ChannelId[] => [...ids].sort((a, b) => a - b)

function checkName(given: string): string {
  const name = given.normalize('NFC').trim()
  if (name === '' || hasInvisibleCharacters(name)) throw invalidDefaultGroupName(given)
  if ([...name].length > MAX_DEFAULT_CHANNEL_GROUP_NAME_LENGTH) {
    throw defaultGroupNameTooLong(MAX_DEFAULT_CHANNEL_GROUP_NAME_LENGTH)
  }
  return name
}

function checkDescription(given: string): string {
  const description = given.trim()
  if ([...description].length > MAX_DEFAULT_CHANNEL_GROUP_DESCRIPTION_LENGTH) {
    throw tooLong('description', MAX_DEFAULT_CHANNEL_GROUP_DESCRIPTION_LENGTH)
  }
  return description
}

/** Throws when the name of another group looks the same, without case. */
function checkIsFree(others: readonly DefaultChannelGroup[], name: string): void {
  if (others.some((other) => lookOf(other.name) === lookOf(name))) {
    throw defaultGroupExists(name)
  }
}
