import { isPermitted } from '../groups/permission-settings.ts'
import { hasInRealm } from '../realm/permissions.ts'
import { letsSpectatorsIn } from '../realm/spectators.ts'
import type { RealmView } from '../realm/view.ts'
import type { Reader } from '../users/reader.ts'
import { isAdministrator, isGuest, isOwner, type UserRecord } from '../users/record.ts'
import { type ChannelGroupName, ruleOf } from './group-settings.ts'
import type { ChannelRecord } from './record.ts'

type Asks = (realm: RealmView, user: UserRecord, channel: ChannelRecord) => boolean

/** Whether a group setting of the channel, or of the organization, gives the user its permission. */
export const hasIn = (
  realm: RealmView,
  user: UserRecord,
  channel: ChannelRecord,
  name: ChannelGroupName,
): boolean => isPermitted(realm, ruleOf(name), channel[name], user)

const isSubscribed: Asks = (realm, user, channel) => realm.membership.has(channel.id, user.id)

/** Whether the user may know that the channel exists. Administrators know of private ones (spec.md /register). */
export const canSeeChannel: Asks = (realm, user, channel) =>
  isSubscribed(realm, user, channel) || canSeeUnsubscribed(realm, user, channel)

/** The same of a user who is not, or will not be, subscribed to it. */
export const canSeeUnsubscribed: Asks = (realm, user, channel) =>
  channel.isWebPublic ||
  (!isGuest(user) &&
    (!channel.isPrivate ||
      isAdministrator(user) ||
      hasIn(realm, user, channel, 'canAdministerChannelGroup') ||
      isLetIn(realm, user, channel)))

/** Whether the user may read what is sent to the channel from now on. */
export function canReadChannel(realm: RealmView, user: Reader, channel: ChannelRecord): boolean {
  if (user === undefined) return canSpectate(realm, channel)
  return isSubscribed(realm, user, channel) || canReadUnsubscribed(realm, user, channel)
}

const canReadUnsubscribed: Asks = (realm, user, channel) =>
  channel.isWebPublic || (!isGuest(user) && (!channel.isPrivate || isLetIn(realm, user, channel)))

/** Whoever may subscribe, or subscribe others, to a private channel may as well read it at once. */
const isLetIn: Asks = (realm, user, channel) =>
  hasIn(realm, user, channel, 'canSubscribeGroup') || hasIn(realm, user, channel, 'canAddSubscribersGroup')

/** Whether the channel is open to whoever comes without an account. */
function canSpectate(realm: RealmView, channel: ChannelRecord): boolean {
  return letsSpectatorsIn(realm) && channel.isWebPublic && !channel.isArchived
}

/** Whether the user may read all of the channel's history, not just what reached the user as a subscriber. */
export function canReadWholeHistory(realm: RealmView, user: Reader, channel: ChannelRecord): boolean {
  if (user === undefined) return canSpectate(realm, channel)
  if (channel.isWebPublic || (!channel.isPrivate && !isGuest(user))) return true
  return channel.historyPublicToSubscribers && canReadChannel(realm, user, channel)
}

/** Whether the channel's own rule lets the user, or the owner of the bot that it is, write in it. */
export function canPost(realm: RealmView, user: UserRecord, channel: ChannelRecord): boolean {
  if (hasIn(realm, user, channel, 'canSendMessageGroup')) return true
  const owner = user.botOwnerId === null ? undefined : realm.users.get(user.botOwnerId)
  return owner !== undefined && hasIn(realm, owner, channel, 'canSendMessageGroup')
}

/** Whoever may write in a channel and reads it as more than a passer-by may send to it while it is not archived. */
export const canSendToChannel: Asks = (realm, user, channel) =>
  !channel.isArchived &&
  (isSubscribed(realm, user, channel) || (!isGuest(user) && canReadUnsubscribed(realm, user, channel))) &&
  canPost(realm, user, channel)

/** Whether the user may create a channel: public, private, and for everyone on the Internet to read. */
export const canCreatePublicChannels = (realm: RealmView, user: UserRecord): boolean =>
  hasInRealm(realm, user, 'can_create_public_channel_group')
export const canCreatePrivateChannels = (realm: RealmView, user: UserRecord): boolean =>
  hasInRealm(realm, user, 'can_create_private_channel_group')
export const canCreateWebPublicChannels = (realm: RealmView, user: UserRecord): boolean =>
  letsSpectatorsIn(realm) && hasInRealm(realm, user, 'can_create_web_public_channel_group')

/** An administrator chooses which channels new users begin with. */
export const canChooseDefaultChannels = (user: UserRecord): boolean => isAdministrator(user)

/** How long messages are kept is the owners' decision. */
export const canSetMessageRetention = (user: UserRecord): boolean => isOwner(user)

export const canSetTopicsPolicy = (realm: RealmView, user: UserRecord): boolean =>
  isAdministrator(user) || hasInRealm(realm, user, 'can_set_topics_policy_group')

/** Whether the user may change what the channel is; content it may not read stays closed to it. */
export const canAdminister: Asks = (realm, user, channel) =>
  isAdministrator(user) || (!isGuest(user) && hasIn(realm, user, channel, 'canAdministerChannelGroup'))

/** Whether the user may subscribe itself. */
export const canSubscribe: Asks = (realm, user, channel) =>
  isSubscribed(realm, user, channel) || (!isGuest(user) && canReadUnsubscribed(realm, user, channel))

/** Whether the user may subscribe others to a channel that it may read. */
export const canSubscribeOthers: Asks = (realm, user, channel) =>
  !isGuest(user) &&
  (hasInRealm(realm, user, 'can_add_subscribers_group') ||
    hasIn(realm, user, channel, 'canAddSubscribersGroup') ||
    hasIn(realm, user, channel, 'canAdministerChannelGroup'))

/** Whether the user may unsubscribe others from a channel that it may see. */
export const canUnsubscribeOthers: Asks = (realm, user, channel) =>
  canAdminister(realm, user, channel) || hasIn(realm, user, channel, 'canRemoveSubscribersGroup')

/** Everyone leaves by itself, and takes its own bots along. */
export const isOwnSubscriber = (user: UserRecord, other: UserRecord): boolean =>
  user.id === other.id || (other.isBot && other.botOwnerId === user.id)
