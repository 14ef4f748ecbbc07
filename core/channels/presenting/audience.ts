import { type Audience, toChannel, toMembers, toUsers } from '../../platform/events/audience.ts'
import type { UserId } from '../../platform/ids.ts'
import { canSeeUnsubscribed } from '../../state/access/channel-permissions.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { isGuest, type UserRecord } from '../../state/users/record.ts'

/**
 * Audiences of all users who can see a channel and its subscribers (`canSeeChannel`), except `except`; no
 * user is in two of them. The organization is locked, so that memory has the subscribers at the event's
 * position.
 */
export function audiencesOf(
  realm: RealmView,
  channel: ChannelRecord,
  except: readonly UserId[] = [],
): Audience[] {
  // spec.md, feature level 220: guests also get web-public channels.
  if (channel.isWebPublic) return [{ kind: 'realm', except }]
  const subscribers = realm.membership.subscribers(channel.id)
  const others = new Set(except)
  if (channel.isPrivate) {
    const watching = (user: UserRecord) =>
      !subscribers.has(user.id) && !others.has(user.id) && canSeeUnsubscribed(realm, user, channel)
    return some(toChannel(channel.id, except), [...realm.users].filter(watching))
  }
  const isGuestHere = (user: UserRecord) => isGuest(user) && subscribers.has(user.id) && !others.has(user.id)
  return some(toMembers(except), [...realm.users].filter(isGuestHere))
}

function some(most: Audience, rest: readonly UserRecord[]): Audience[] {
  return rest.length === 0 ? [most] : [most, toUsers(rest.map((user) => user.id))]
}
