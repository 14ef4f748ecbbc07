import { insufficientPermission } from '../../platform/errors.ts'
import {
  canAdminister,
  canCreatePrivateChannels,
  canCreatePublicChannels,
  canCreateWebPublicChannels,
  canReadChannel,
} from '../../state/access/channel-permissions.ts'
import { allowsSpectators } from '../../state/access/spectators.ts'
import { invalidChannelId } from '../../state/channels/errors.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { cannotAdministerChannel, channelContentRequired, noWebPublicChannels } from '../errors.ts'

/**
 * The channel that a user wants to change. Throws "Invalid channel ID" for a channel that the user may not
 * see, and CANNOT_ADMINISTER_CHANNEL for one that the user can read but may not administer.
 */
export function findChannelToChange(realm: RealmView, user: UserRecord, id: number): ChannelRecord {
  const channel = realm.channels.get(id)
  if (channel !== undefined && canAdminister(realm, user, channel)) return channel
  if (channel !== undefined && canReadChannel(realm, user, channel)) {
    throw cannotAdministerChannel()
  }
  throw invalidChannelId()
}

/** Who can read a channel and its history. */
export type ChannelVisibility = Pick<
  ChannelRecord,
  'isPrivate' | 'isWebPublic' | 'historyPublicToSubscribers'
>

/**
 * Throws unless the user may change who can read the channel. Only a user who can read the channel may do so.
 */
export function checkCanChangeVisibility(
  realm: RealmView,
  user: UserRecord,
  before: ChannelRecord,
  after: ChannelVisibility,
): void {
  if (!canReadChannel(realm, user, before)) throw channelContentRequired()
  const opensToWeb = after.isWebPublic && !before.isWebPublic
  if (opensToWeb && !allowsSpectators(realm)) throw noWebPublicChannels()
  if (after.isPrivate !== before.isPrivate) {
    const canCreate = after.isPrivate ? canCreatePrivateChannels : canCreatePublicChannels
    if (!canCreate(realm, user)) throw insufficientPermission()
  }
  if (opensToWeb && !canCreateWebPublicChannels(realm, user)) throw insufficientPermission()
}
