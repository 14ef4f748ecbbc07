import { createHash } from 'node:crypto'
import { drawnUrl } from '../pictures/drawn.ts'
import { mediumPath, pictureUrl } from '../pictures/path.ts'
import { canSeeRealEmail } from './permissions.ts'
import { isAdministrator, isGuest, isOwner, type Role, type UserRecord } from './record.ts'

/** A user as clients see it: members of GET /users, `realm_users`, `realm_user` events. */
export interface WireUser {
  user_id: number
  delivery_email: string | null
  email: string
  full_name: string
  date_joined: string
  is_active: boolean
  is_owner: boolean
  is_admin: boolean
  is_guest: boolean
  is_bot: boolean
  bot_type?: number | null
  bot_owner_id?: number | null
  role: Role
  timezone: string
  avatar_url: string | null
  avatar_version: number
}

/** The reader's view of a user. */
export interface UserPresentation {
  /** The client computes default avatars itself, so their addresses are null. */
  readonly clientGravatar: boolean
  /** Whether the reader may see the real address. */
  readonly seesEmail: boolean
}

/** The view that `reader` has of `user`. */
export const presentationFor = (
  reader: UserRecord,
  user: UserRecord,
  clientGravatar: boolean,
): UserPresentation => ({ clientGravatar, seesEmail: canSeeRealEmail(reader, user) })

export function wireUser(user: UserRecord, { clientGravatar, seesEmail }: UserPresentation): WireUser {
  return {
    user_id: user.id,
    delivery_email: seesEmail ? user.deliveryEmail : null,
    email: user.email,
    full_name: user.fullName,
    date_joined: user.dateJoined,
    is_active: user.isActive,
    is_owner: isOwner(user),
    is_admin: isAdministrator(user),
    is_guest: isGuest(user),
    is_bot: user.isBot,
    ...(user.isBot && { bot_type: user.botType, bot_owner_id: user.botOwnerId }),
    role: user.role,
    timezone: user.timezone,
    avatar_url: clientGravatar && hasGravatar(user) ? null : avatarUrl(user),
    avatar_version: user.avatarVersion,
  }
}

/** Whether clients can compute the address of the user's avatar, because Gravatar serves it. */
export const hasGravatar = (user: UserRecord | undefined): boolean =>
  user?.avatarPath == null && user?.hasDrawnAvatar !== true

/**
 * The address of a user's avatar: the uploaded one, the one that this server draws, or the one of Gravatar.
 * Gravatar's is a hash of the e-mail address that everybody sees, because guesses can be compared with a hash
 * of the real one.
 */
export function avatarUrl(user: UserRecord): string {
  if (user.avatarPath !== null) return `${pictureUrl(user.avatarPath)}?version=${user.avatarVersion}`
  if (user.hasDrawnAvatar) return drawnUrl(`user:${user.id}`, user.avatarVersion)
  return gravatarUrl(user.email, user.avatarVersion)
}

/** The address of the avatar in medium size. */
export function mediumAvatarUrl(user: UserRecord): string {
  const { avatarPath, avatarVersion, hasDrawnAvatar } = user
  if (avatarPath !== null) return `${pictureUrl(mediumPath(avatarPath))}?version=${avatarVersion}`
  if (hasDrawnAvatar) return drawnUrl(`user:${user.id}`, avatarVersion, true)
  return `${avatarUrl(user)}&s=500`
}

/** The avatar fields for the organization. */
export const wireAvatar = (user: UserRecord) => ({
  avatar_source: user.avatarPath !== null ? 'U' : user.hasDrawnAvatar ? 'D' : 'G',
  avatar_url: avatarUrl(user),
  avatar_url_medium: mediumAvatarUrl(user),
})

/** The Gravatar address for an e-mail address. */
export function gravatarUrl(email: string, version: number): string {
  const hash = createHash('md5').update(email.trim().toLowerCase()).digest('hex')
  return `https://secure.gravatar.com/avatar/${hash}?d=identicon&version=${version}`
}
