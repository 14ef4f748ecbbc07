import type { LaterFields } from '../../platform/events/later-fields.ts'
import type { UserId } from '../../platform/ids.ts'
import type { PicturePath } from '../pictures/path.ts'
import { type StoredSettings, settingsOf, type UserSettings } from './settings.ts'

/** Organization roles and their codes on the wire (spec.md "Organization roles"). */
export const Role = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const
export type Role = (typeof Role)[keyof typeof Role]

/** A user in memory: enough for authentication, authorization and description. */
export interface UserRecord {
  readonly id: UserId
  /** The address the API shows and accepts as user name. */
  readonly email: string
  /** The real address. */
  readonly deliveryEmail: string
  readonly fullName: string
  readonly role: Role
  readonly isActive: boolean
  readonly isBot: boolean
  /** Whether it is one of the server's own bots (`system-bots.ts`), which are not members. */
  readonly isSystemBot: boolean
  /** 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded; null for people. */
  readonly botType: number | null
  readonly botOwnerId: UserId | null
  /** IANA identifier, or empty when unset. */
  readonly timezone: string
  /** The path of the uploaded avatar below `/user_avatars/`; null without one. */
  readonly avatarPath: PicturePath | null
  /** Whether this server draws the avatar of a user without an uploaded one. Default: Gravatar serves it. */
  readonly hasDrawnAvatar?: boolean
  /** Increases with each change of the avatar, including removals; from 1. */
  readonly avatarVersion: number
  /** The version of the API key; a new version invalidates the former key. */
  readonly keyVersion: number
  /** A new version ends the browser sessions; so does a new version of the key. */
  readonly sessionVersion: number
  /** Whether an app makes one-time codes for the account. */
  readonly hasAuthenticator: boolean
  /** Number of passkeys of the account. */
  readonly passkeyCount: number
  /** The account into which an administrator has merged this one; null for others. */
  readonly mergedIntoId: UserId | null
  /** A permission from an operator, which administrators need for POST /users. */
  readonly canCreateUsers: boolean
  /** A permission from an operator for owners. */
  readonly canChangeUserEmails: boolean
  /** ISO 8601 with UTC offset. */
  readonly dateJoined: string
  /** Personal settings by the wire's names (spec.md "User preference settings"). */
  readonly settings: UserSettings
}

/** A user as the database and the log store it: with the settings that differ from their defaults. */
export type StoredUser = Omit<UserRecord, 'settings'> & { readonly settings: StoredSettings }

export const userOf = (stored: StoredUser): UserRecord => ({
  ...stored,
  settings: settingsOf(stored.settings),
})

/** Fields of the first version. Add new fields to `LATER_FIELDS` instead. */
type FirstFields =
  | 'id'
  | 'email'
  | 'deliveryEmail'
  | 'fullName'
  | 'role'
  | 'isActive'
  | 'isBot'
  | 'isSystemBot'
  | 'botType'
  | 'botOwnerId'
  | 'timezone'
  | 'avatarPath'
  | 'hasDrawnAvatar'
  | 'avatarVersion'
  | 'keyVersion'
  | 'sessionVersion'
  | 'canCreateUsers'
  | 'canChangeUserEmails'
  | 'dateJoined'
  | 'settings'
const LATER_FIELDS: LaterFields<UserRecord, FirstFields> = {
  hasAuthenticator: false,
  passkeyCount: 0,
  mergedIntoId: null,
}

/**
 * Reads a user from an entry of the log. Fields that the entry does not have keep their values, or get their
 * defaults for a new user.
 */
export const userFromLog = (logged: StoredUser, known: UserRecord | undefined): UserRecord =>
  userOf({ ...LATER_FIELDS, ...known, ...logged })

export const isOwner = (user: UserRecord): boolean => user.role === Role.owner
export const isAdministrator = (user: UserRecord): boolean => user.role <= Role.administrator
/** Whether the first user's role has more permissions. */
export const outranks = (user: UserRecord, other: UserRecord): boolean => user.role < other.role
export const isGuest = (user: UserRecord): boolean => user.role === Role.guest
