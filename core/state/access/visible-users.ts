import type { Seq } from '../../platform/ids.ts'
import type { RealmState } from '../realm/state.ts'
import type { RealmView } from '../realm/view.ts'
import { isGuest, type UserRecord } from '../users/record.ts'

/** Whether the reader can see all users. Guests can where the organization allows it. */
export function canAccessAllUsers(view: RealmView, reader: UserRecord): boolean {
  return !isGuest(reader) || view.groups.has(view.record.settings.can_access_all_users_group, reader)
}

/**
 * Whether the reader can see the user (spec.md, feature level 228). Restricted guests see themselves, bots,
 * and users with whom they share a channel or a direct conversation.
 */
export function canAccessUser(view: RealmView, reader: UserRecord, user: UserRecord): boolean {
  return (
    canAccessAllUsers(view, reader) ||
    reader.id === user.id ||
    user.isBot ||
    view.guestDmPartners.has(reader.id, user.id) ||
    [...view.membership.channelsOf(reader.id)].some((channel) => view.membership.has(channel, user.id))
  )
}

/** Whether the reader could see all users at position `seq` of the log. */
export function couldAccessAllUsers(realm: RealmState, reader: UserRecord, seq: Seq): boolean {
  return realm.couldGuestsSeeAllUsersAt(seq) || !realm.wasGuestAt(reader, seq)
}

/** `canAccessUser` at position `seq` of the log. */
export function couldAccessUser(realm: RealmState, reader: UserRecord, user: UserRecord, seq: Seq): boolean {
  return (
    couldAccessAllUsers(realm, reader, seq) ||
    reader.id === user.id ||
    user.isBot ||
    realm.hadDirectConversationAt(reader.id, user.id, seq) ||
    realm.membership.sharedAt(reader.id, user.id, seq)
  )
}

/**
 * A predicate for the users whom the reader can see; undefined for everybody, so that most readers need no
 * check.
 */
export function visibleUsersFilter(
  view: RealmView,
  reader: UserRecord,
): ((user: UserRecord) => boolean) | undefined {
  if (canAccessAllUsers(view, reader)) return undefined
  return (user) => canAccessUser(view, reader, user)
}
