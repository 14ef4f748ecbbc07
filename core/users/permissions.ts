import type { RealmView } from '../realm/view.ts'
import { isAdministrator, isGuest, Role, type UserRecord } from './record.ts'

/** Whether the reader may know of the user (spec.md, feature level 228). */
export function canAccessUser(_view: RealmView, _reader: UserRecord, _user: UserRecord): boolean {
  return true
}

/** Whether the actor may change the user: an administrator anyone, and everyone a bot of one's own. */
export function canAdministerUser(actor: UserRecord, user: UserRecord): boolean {
  return isAdministrator(actor) || (user.isBot && user.botOwnerId === actor.id)
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
