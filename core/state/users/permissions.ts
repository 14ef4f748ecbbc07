import type { Seq } from '../../platform/ids.ts'
import type { RealmState } from '../realm/state.ts'
import type { RealmView } from '../realm/view.ts'
import { isAdministrator, isGuest, outranks, Role, type UserRecord } from './record.ts'

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

/**
 * Whether the actor may change the user. Administrators may change everybody, and owners of bots their bots,
 * except for bots with more permissions than the actor.
 */
export function canAdministerUser(actor: UserRecord, user: UserRecord): boolean {
  if (!user.isBot) return isAdministrator(actor)
  return (isAdministrator(actor) || user.botOwnerId === actor.id) && !outranks(user, actor)
}

/**
 * Whether the actor may create accounts (spec.md POST /users): an administrator to whom an operator gave the
 * permission.
 */
export const canCreateUsers = (actor: UserRecord): boolean => isAdministrator(actor) && actor.canCreateUsers

/**
 * Whether the actor may change others' addresses (spec.md `new_email`): an owner to whom an operator gave the
 * permission.
 */
export const canChangeUserEmails = (actor: UserRecord): boolean =>
  actor.role === Role.owner && actor.canChangeUserEmails

/** Codes of `email_address_visibility` (spec.md "User preference settings"). */
export const EmailVisibility = {
  everyone: 1,
  members: 2,
  administrators: 3,
  nobody: 4,
  moderators: 5,
} as const

/** Whether the reader may see the user's real address (spec.md email_address_visibility). */
export function canSeeRealEmail(reader: UserRecord, user: UserRecord): boolean {
  return reader.id === user.id || isShownTo(reader, emailVisibility(user))
}

/** Whether an address of this visibility is shown to another user. */
export function isShownTo(reader: UserRecord, visibility: number): boolean {
  switch (visibility) {
    case EmailVisibility.everyone:
      return true
    case EmailVisibility.members:
      return !isGuest(reader)
    case EmailVisibility.moderators:
      return reader.role <= Role.moderator
    case EmailVisibility.administrators:
      return isAdministrator(reader)
    default:
      return false
  }
}

/** The visibility of a user's address. Bots' addresses are public. */
export const emailVisibility = (user: UserRecord): number =>
  user.isBot ? EmailVisibility.everyone : user.settings.email_address_visibility
