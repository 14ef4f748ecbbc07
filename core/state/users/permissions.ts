import type { Seq } from '../../platform/ids.ts'
import type { RealmState } from '../realm/state.ts'
import type { RealmView } from '../realm/view.ts'
import { isAdministrator, isGuest, outranks, Role, type UserRecord } from './record.ts'

/** Whether the reader may know of everyone: all but guests, and guests where the organization lets them. */
export function canAccessAllUsers(view: RealmView, reader: UserRecord): boolean {
  return !isGuest(reader) || view.groups.has(view.record.settings.can_access_all_users_group, reader)
}

/**
 * Whether the reader may know of the user (spec.md, feature level 228): else only of oneself, bots, and those with
 * whom one shares a channel or a direct conversation.
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

/** Whether a user of now could know of everyone when the entry at `seq` of the log happened. */
export function couldAccessAllUsers(realm: RealmState, reader: UserRecord, seq: Seq): boolean {
  return realm.didGuestsKnowAllAt(seq) || !realm.wasGuestAt(reader, seq)
}

/** `canAccessUser` as it was when the entry at `seq` of the log happened. */
export function couldAccessUser(realm: RealmState, reader: UserRecord, user: UserRecord, seq: Seq): boolean {
  return (
    couldAccessAllUsers(realm, reader, seq) ||
    reader.id === user.id ||
    user.isBot ||
    realm.hadMetAt(reader.id, user.id, seq) ||
    realm.membership.sharedAt(reader.id, user.id, seq)
  )
}

/** Of whom the reader may know; undefined for everyone, so that nothing is asked for most. */
export function sightOf(view: RealmView, reader: UserRecord): ((user: UserRecord) => boolean) | undefined {
  if (canAccessAllUsers(view, reader)) return undefined
  return (user) => canAccessUser(view, reader, user)
}

/**
 * Whether the actor may change the user: an administrator anyone, and everyone a bot of one's own; nobody a bot that may
 * do more than the actor.
 */
export function canAdministerUser(actor: UserRecord, user: UserRecord): boolean {
  if (!user.isBot) return isAdministrator(actor)
  return (isAdministrator(actor) || user.botOwnerId === actor.id) && !outranks(user, actor)
}

/** spec.md POST /users: an administrator whom an operator lets create accounts. */
export const canCreateUsers = (actor: UserRecord): boolean => isAdministrator(actor) && actor.canCreateUsers

/** spec.md `new_email`: an owner whom an operator lets change addresses. */
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

/** Whether the reader may know the user's real address (spec.md email_address_visibility). */
export function canSeeRealEmail(reader: UserRecord, user: UserRecord): boolean {
  return reader.id === user.id || isShownTo(reader, emailVisibility(user))
}

/** Whether an address of this visibility is shown to a reader whose own it is not. */
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

/** Bots have nothing to hide. */
export const emailVisibility = (user: UserRecord): number =>
  user.isBot ? EmailVisibility.everyone : user.settings.email_address_visibility
