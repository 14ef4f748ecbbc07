import { ApiError, insufficientPermission } from '../../platform/errors.ts'
import type { ChannelId, GroupId } from '../../platform/ids.ts'
import { canSeeChannel, canSubscribeOthers } from '../../state/access/channel-permissions.ts'
import { findReadableChannel } from '../../state/access/find-channel.ts'
import { findActiveGroup } from '../../state/access/find-group.ts'
import { canAddMembers } from '../../state/access/group-permissions.ts'
import { hasInRealm } from '../../state/access/realm-permissions.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { isAdministrator, type UserRecord } from '../../state/users/record.ts'
import { checkWelcomeText } from '../welcome/texts.ts'
import { cannotSubscribeOthers, invalidChannel } from './errors.ts'
import type { Offer } from './invitation.ts'
import { canInviteAs } from './permissions.ts'

/**
 * Returns the offer with each channel and group once. Throws for a role above the inviter's own, for channels
 * that the inviter cannot read or subscribe others to, for groups that the inviter cannot add members to, and
 * for an own welcome text of a person who is not an administrator (spec.md POST /invites). The organization
 * is locked.
 */
export function checkOffer(realm: RealmView, inviter: UserRecord, offer: Offer): Offer {
  if (!canInviteAs(inviter, offer.role)) throw insufficientPermission()
  if (offer.welcomeText !== null) {
    if (!isAdministrator(inviter)) throw insufficientPermission()
    checkWelcomeText(offer.welcomeText)
  }
  return {
    ...offer,
    channels: checkChannels(realm, inviter, [...new Set(offer.channels)]),
    groups: checkGroups(realm, inviter, [...new Set(offer.groups)]),
  }
}

/**
 * Throws unless the inviter may subscribe others to each channel. Inviters who may subscribe others to some
 * channel may also offer default channels.
 */
function checkChannels(
  realm: RealmView,
  inviter: UserRecord,
  ids: readonly ChannelId[],
): readonly ChannelId[] {
  const channels = ids.map((id) => {
    try {
      const channel = findReadableChannel(realm, inviter, id)
      if (!channel.isArchived) return channel
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    throw invalidChannel(id)
  })
  const others = channels.filter((channel) => !canSubscribeOthers(realm, inviter, channel))
  if (others.length === 0) return ids
  if (others.some((channel) => !channel.isDefault) || !subscribesOthers(realm, inviter))
    throw cannotSubscribeOthers()
  return ids
}

/** Whether the user may subscribe others to at least one channel. */
const subscribesOthers = (realm: RealmView, user: UserRecord): boolean =>
  hasInRealm(realm, user, 'can_add_subscribers_group') ||
  [...realm.channels].some(
    (channel) => canSeeChannel(realm, user, channel) && canSubscribeOthers(realm, user, channel),
  )

function checkGroups(realm: RealmView, inviter: UserRecord, ids: readonly GroupId[]): readonly GroupId[] {
  for (const id of ids) {
    if (!canAddMembers(realm, inviter, findActiveGroup(realm, id))) throw insufficientPermission()
  }
  return ids
}
