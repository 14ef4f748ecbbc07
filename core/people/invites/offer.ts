import { ApiError, insufficientPermission } from '../../platform/errors.ts'
import type { ChannelId, GroupId } from '../../platform/ids.ts'
import { findReadableChannel } from '../../state/channels/find.ts'
import { canSeeChannel, canSubscribeOthers } from '../../state/channels/permissions.ts'
import { findActiveGroup } from '../../state/groups/find.ts'
import { canAddMembers } from '../../state/groups/permissions.ts'
import { hasInRealm } from '../../state/realm/permissions.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { isAdministrator, type UserRecord } from '../../state/users/record.ts'
import { checkWelcomeText } from '../welcome/texts.ts'
import { invalidChannel, mayNotSubscribeOthers } from './errors.ts'
import type { Offer } from './invitation.ts'
import { canInviteAs } from './permissions.ts'

/**
 * What the inviter offers, each channel and group once. Throws for a role above the inviter's own, for channels
 * that it cannot read or subscribe others to, for groups that it cannot add members to, and for a text of its own by
 * who is no administrator (spec.md POST /invites). The realm is held still.
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

/** Each is a default channel, or one that the inviter may subscribe others to; none for who may that nowhere. */
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
    throw mayNotSubscribeOthers()
  return ids
}

/** Whether the user may subscribe others to any channel at all. */
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
