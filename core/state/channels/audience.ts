import { type Audience, toChannel, toMembers, toUsers } from '../../platform/events/audience.ts'
import type { UserId } from '../../platform/ids.ts'
import type { RealmView } from '../realm/view.ts'
import { isGuest, type UserRecord } from '../users/record.ts'
import { canSeeUnsubscribed } from './permissions.ts'
import type { ChannelRecord } from './record.ts'

/**
 * Everyone who may know of a channel and of its subscribers (`canSeeChannel`), each in one of the audiences,
 * but `except`. The realm is held still, so that memory says who is subscribed at the event's position.
 */
export function audiencesOf(
  realm: RealmView,
  channel: ChannelRecord,
  except: readonly UserId[] = [],
): Audience[] {
  // spec.md, feature level 220: web-public channels are for guests too.
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
