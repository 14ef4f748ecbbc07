import { letsSpectatorsIn } from '../realm/spectators.ts'
import type { RealmView } from '../realm/view.ts'
import type { Reader } from '../users/reader.ts'
import { isAdministrator, isGuest, isOwner, type UserRecord } from '../users/record.ts'
import type { ChannelRecord } from './record.ts'

/** Whether the user may know that the channel exists. Administrators know of private ones (spec.md /register). */
export function canSeeChannel(realm: RealmView, user: UserRecord, channel: ChannelRecord): boolean {
  if (realm.membership.has(channel.id, user.id) || channel.isWebPublic) return true
  if (channel.isPrivate) return isAdministrator(user)
  return !isGuest(user)
}

/** Whether the user may read what is sent to the channel from now on. */
export function canReadChannel(realm: RealmView, user: Reader, channel: ChannelRecord): boolean {
  if (user === undefined) return canSpectate(realm, channel)
  if (realm.membership.has(channel.id, user.id) || channel.isWebPublic) return true
  return !channel.isPrivate && !isGuest(user)
}

/** Whether the channel is open to whoever comes without an account. */
function canSpectate(realm: RealmView, channel: ChannelRecord): boolean {
  return letsSpectatorsIn(realm) && channel.isWebPublic && !channel.isArchived
}

/** Whether the user may read all of the channel's history, not just what reached the user as a subscriber. */
export function canReadWholeHistory(realm: RealmView, user: Reader, channel: ChannelRecord): boolean {
  if (user === undefined) return canSpectate(realm, channel)
  if (channel.isWebPublic || (!channel.isPrivate && !isGuest(user))) return true
  return channel.historyPublicToSubscribers && realm.membership.has(channel.id, user.id)
}

/** Whoever may read a channel may send to it while it is not archived. */
export function canSendToChannel(realm: RealmView, user: UserRecord, channel: ChannelRecord): boolean {
  if (channel.isArchived) return false
  return realm.membership.has(channel.id, user.id) || (!channel.isPrivate && !isGuest(user))
}

export const canCreateChannels = (user: UserRecord): boolean => !isGuest(user)

/** Whether the user may subscribe itself. */
export function canSubscribe(realm: RealmView, user: UserRecord, channel: ChannelRecord): boolean {
  return realm.membership.has(channel.id, user.id) || (!channel.isPrivate && !isGuest(user))
}

/** An administrator chooses which channels new users begin with. */
export const canCreateDefaultChannels = (user: UserRecord): boolean => isAdministrator(user)

/** What such a channel says is for everyone to read, guests and strangers included. */
export const canCreateWebPublicChannels = (user: UserRecord): boolean => isOwner(user)

/** How long messages are kept is the owners' decision. */
export const canSetMessageRetention = (user: UserRecord): boolean => isOwner(user)

export const canSubscribeOthers = (user: UserRecord): boolean => !isGuest(user)

/** Whether the user may unsubscribe `other`: itself, a bot of its own, and anyone as an administrator. */
export function canUnsubscribe(user: UserRecord, other: UserRecord): boolean {
  return user.id === other.id || (other.isBot && other.botOwnerId === user.id) || isAdministrator(user)
}
