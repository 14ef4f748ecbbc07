import type { ApiError } from '../../platform/errors.ts'
import type { RealmView } from '../realm/view.ts'
import type { Reader } from '../users/reader.ts'
import type { UserRecord } from '../users/record.ts'
import { invalidChannelId, noSuchChannel } from './errors.ts'
import { canReadChannel, canSeeChannel } from './permissions.ts'
import type { ChannelRecord } from './record.ts'

/**
 * The channel a request names. Throws `refuse()`, the same for a channel that does not exist and one the user
 * may not know of; ask through `realm.withFreshState`, or while the organization is locked.
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

/** The channel with this id, archived or not, if the user may read it; throws, the same for all others. */
export function findReadableChannel(realm: RealmView, user: Reader, id: number): ChannelRecord {
  const channel = realm.channels.get(id)
  if (channel === undefined || !canReadChannel(realm, user, channel)) throw invalidChannelId()
  return channel
}

/** The channel with this id, archived or not, if the user may know of it; throws, the same for all others. */
export function findVisibleChannel(realm: RealmView, user: UserRecord, id: number): ChannelRecord {
  const channel = realm.channels.get(id)
  if (channel === undefined || !canSeeChannel(realm, user, channel)) throw invalidChannelId()
  return channel
}
