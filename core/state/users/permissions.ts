import { isAdministrator, isGuest, outranks, Role, type UserRecord } from './record.ts'

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
