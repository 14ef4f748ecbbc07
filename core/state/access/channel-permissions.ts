import type { ChannelId } from '../../platform/ids.ts'
import { type ChannelGroupName, ruleOf } from '../channels/group-settings.ts'
import type { ChannelRecord } from '../channels/record.ts'
import type { RealmView } from '../realm/view.ts'
import type { Reader } from '../users/reader.ts'
import { isAdministrator, isGuest, isOwner, type UserRecord } from '../users/record.ts'
import { isPermitted } from './permission-setting.ts'
import { hasInRealm } from './realm-permissions.ts'
import { allowsSpectators } from './spectators.ts'

type Asks = (realm: RealmView, user: UserRecord, channel: ChannelRecord) => boolean

/** Whether a group setting of the channel, or of the organization, gives the user a permission. */
export const hasIn = (
  realm: RealmView,
  user: UserRecord,
  channel: ChannelRecord,
  name: ChannelGroupName,
): boolean => isPermitted(realm, ruleOf(name), channel[name], user)

const isSubscribed: Asks = (realm, user, channel) => realm.membership.has(channel.id, user.id)

/**
 * Whether the user can see that the channel exists. Administrators can see private channels (spec.md
 * /register).
 */
export const canSeeChannel: Asks = (realm, user, channel) =>
  isSubscribed(realm, user, channel) || canSeeUnsubscribed(realm, user, channel)

/** Whether a user without a subscription can see the channel. */
export const canSeeUnsubscribed: Asks = (realm, user, channel) =>
  channel.isWebPublic ||
  (!isGuest(user) &&
    (!channel.isPrivate ||
      isAdministrator(user) ||
      hasIn(realm, user, channel, 'canAdministerChannelGroup') ||
      isLetIn(realm, user, channel)))

/** The channels that the user can see. */
export function visibleChannels(realm: RealmView, user: UserRecord): readonly ChannelRecord[] {
  if (isGuest(user)) return knownToGuest(realm, user)
  return [...realm.channels.kinds.open, ...visibleClosed(realm, user)]
}

/** The private channels that the user can see. The user must not be a guest. */
export const visibleClosed = (realm: RealmView, user: UserRecord): readonly ChannelRecord[] =>
  realm.channels.kinds.closed.filter((channel) => canSeeChannel(realm, user, channel))

/** The channels that a guest can see: web-public ones, and the guest's subscriptions. */
function knownToGuest(realm: RealmView, guest: UserRecord): ChannelRecord[] {
  const subscribed = [...realm.membership.channelsOf(guest.id)].flatMap((id) => realm.channels.get(id) ?? [])
  return [...realm.channels.kinds.webPublic, ...subscribed.filter((channel) => !channel.isWebPublic)]
}

/** The channels that a reader can read now, by how much of them. */
export interface ReadableChannels {
  /** The whole history is readable. */
  readonly open: readonly ChannelId[]
  /** Only messages that arrived while the reader was subscribed are readable. */
  readonly guarded: readonly ChannelId[]
}

/**
 * Finds the channels whose messages the reader can read. The time grows with the private channels, not with
 * the open ones.
 */
export function readableChannels(realm: RealmView, reader: Reader): ReadableChannels {
  const { openIds, webPublic, closed } = realm.channels.kinds
  const isMember = reader !== undefined && !isGuest(reader)
  const others = isMember ? closed : reader === undefined ? webPublic : knownToGuest(realm, reader)
  const whole: ChannelId[] = []
  const guarded: ChannelId[] = []
  for (const channel of others) {
    if (canReadWholeHistory(realm, reader, channel)) whole.push(channel.id)
    else if (canReadChannel(realm, reader, channel)) guarded.push(channel.id)
  }
  if (!isMember) return { open: whole, guarded }
  return { open: whole.length === 0 ? openIds : [...openIds, ...whole], guarded }
}

/** Whether the user may read new messages of the channel. */
export function canReadChannel(realm: RealmView, user: Reader, channel: ChannelRecord): boolean {
  if (user === undefined) return canSpectate(realm, channel)
  return isSubscribed(realm, user, channel) || canReadUnsubscribed(realm, user, channel)
}

const canReadUnsubscribed: Asks = (realm, user, channel) =>
  channel.isWebPublic || (!isGuest(user) && (!channel.isPrivate || isLetIn(realm, user, channel)))

/**
 * Whether the user may read a private channel without a subscription, because the user may subscribe to it or
 * subscribe others.
 */
const isLetIn: Asks = (realm, user, channel) =>
  hasIn(realm, user, channel, 'canSubscribeGroup') || hasIn(realm, user, channel, 'canAddSubscribersGroup')

/** Whether spectators, who have no account, may read the channel. */
export function canSpectate(realm: RealmView, channel: ChannelRecord): boolean {
  return allowsSpectators(realm) && channel.isWebPublic && !channel.isArchived
}

/** Whether spectators can read anything. */
export const hasSpectatedChannels = (realm: RealmView): boolean =>
  allowsSpectators(realm) && [...realm.channels].some((channel) => canSpectate(realm, channel))

/**
 * Whether the user may read the channel's whole history, and not only messages that reached the user as a
 * subscriber.
 */
export function canReadWholeHistory(realm: RealmView, user: Reader, channel: ChannelRecord): boolean {
  if (user === undefined) return canSpectate(realm, channel)
  if (channel.isWebPublic || (!channel.isPrivate && !isGuest(user))) return true
  return channel.historyPublicToSubscribers && canReadChannel(realm, user, channel)
}

/** Whether the channel's settings let the user, or the bot's owner, post in it. */
export function canPost(realm: RealmView, user: UserRecord, channel: ChannelRecord): boolean {
  if (hasIn(realm, user, channel, 'canSendMessageGroup')) return true
  const owner = user.botOwnerId === null ? undefined : realm.users.get(user.botOwnerId)
  return owner !== undefined && hasIn(realm, owner, channel, 'canSendMessageGroup')
}

/**
 * Whether the user may send messages to the channel: the user may post and read it, and the channel is not
 * archived.
 */
export const canSendToChannel: Asks = (realm, user, channel) =>
  !channel.isArchived &&
  (isSubscribed(realm, user, channel) || (!isGuest(user) && canReadUnsubscribed(realm, user, channel))) &&
  canPost(realm, user, channel)

/** Whether the user may create public channels. */
export const canCreatePublicChannels = (realm: RealmView, user: UserRecord): boolean =>
  hasInRealm(realm, user, 'can_create_public_channel_group')
export const canCreatePrivateChannels = (realm: RealmView, user: UserRecord): boolean =>
  hasInRealm(realm, user, 'can_create_private_channel_group')
export const canCreateWebPublicChannels = (realm: RealmView, user: UserRecord): boolean =>
  allowsSpectators(realm) && hasInRealm(realm, user, 'can_create_web_public_channel_group')

/** Whether the user may choose the default channels of new users. */
export const canChooseDefaultChannels = (user: UserRecord): boolean => isAdministrator(user)

/** Whether the user may change how long messages are kept. */
export const canSetMessageRetention = (user: UserRecord): boolean => isOwner(user)

export const canSetTopicsPolicy = (realm: RealmView, user: UserRecord): boolean =>
  isAdministrator(user) || hasInRealm(realm, user, 'can_set_topics_policy_group')

/** Whether the user may choose who deletes messages of the channels that the user administers. */
export const canSetDeleteMessagePolicy = (realm: RealmView, user: UserRecord): boolean =>
  hasInRealm(realm, user, 'can_set_delete_message_policy_group')

/** Whether the user may change the channel's properties. It does not include reading its content. */
export const canAdminister: Asks = (realm, user, channel) =>
  isAdministrator(user) || (!isGuest(user) && hasIn(realm, user, channel, 'canAdministerChannelGroup'))

/** Whether the user may join the channel. */
export const canSubscribe: Asks = (realm, user, channel) =>
  isSubscribed(realm, user, channel) || (!isGuest(user) && canReadUnsubscribed(realm, user, channel))

/** Whether the user may subscribe others to a channel that the user may read. */
export const canSubscribeOthers: Asks = (realm, user, channel) =>
  !isGuest(user) &&
  (hasInRealm(realm, user, 'can_add_subscribers_group') ||
    hasIn(realm, user, channel, 'canAddSubscribersGroup') ||
    hasIn(realm, user, channel, 'canAdministerChannelGroup'))

/** Whether the user may unsubscribe others from a channel that the user can see. */
export const canUnsubscribeOthers: Asks = (realm, user, channel) =>
  canAdminister(realm, user, channel) || hasIn(realm, user, channel, 'canRemoveSubscribersGroup')

/** Whether the user may always unsubscribe `other`: the user itself, or an own bot. */
export const isOwnSubscriber = (user: UserRecord, other: UserRecord): boolean =>
  user.id === other.id || (other.isBot && other.botOwnerId === user.id)
