import type { ApiError } from '../../platform/errors.ts'
import { invalidChannelId, noSuchChannel } from '../channels/errors.ts'
import type { ChannelRecord } from '../channels/record.ts'
import type { RealmView } from '../realm/view.ts'
import type { Reader } from '../users/reader.ts'
import type { UserRecord } from '../users/record.ts'
import { canReadChannel, canSeeChannel } from './channel-permissions.ts'

/**
 * Finds a channel by name. Throws `refuse()`, the same for unknown channels and channels that the user cannot
 * see. Call it through `realm.withFreshState`, or with the organization locked.
 */
export function findChannelByName(
  realm: RealmView,
  user: UserRecord,
  name: string,
  refuse: (name: string) => ApiError = noSuchChannel,
): ChannelRecord {
  const channel = realm.channels.byName(name.normalize('NFC').trim())
  if (channel === undefined || !canSeeChannel(realm, user, channel)) throw refuse(name)
  return channel
}

/**
 * Finds a channel by id, archived or not. Throws the same for unknown channels and channels that the user
 * cannot read.
 */
export function findReadableChannel(realm: RealmView, user: Reader, id: number): ChannelRecord {
  const channel = realm.channels.get(id)
  if (channel === undefined || !canReadChannel(realm, user, channel)) throw invalidChannelId()
  return channel
}

/**
 * Finds a channel by id, archived or not. Throws the same for unknown channels and channels that the user
 * cannot see.
 */
export function findVisibleChannel(realm: RealmView, user: UserRecord, id: number): ChannelRecord {
  const channel = realm.channels.get(id)
  if (channel === undefined || !canSeeChannel(realm, user, channel)) throw invalidChannelId()
  return channel
}
