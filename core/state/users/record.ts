import type { UserId } from '../../platform/ids.ts'
import type { PicturePath } from '../pictures/path.ts'
import type { LaterFields } from '../realm/later-fields.ts'
import { type StoredSettings, settingsOf, type UserSettings } from './settings.ts'

/** Organization roles and their codes on the wire (spec.md "Organization roles"). */
export const Role = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const
export type Role = (typeof Role)[keyof typeof Role]

/** What every process keeps of a user: enough to authenticate, to authorize and to describe it. */
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
  /** One that speaks for the server itself (`system-bots.ts`): nobody's account, and no member. */
  readonly isSystemBot: boolean
  /** 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded; null for people. */
  readonly botType: number | null
  readonly botOwnerId: UserId | null
  /** IANA identifier, or empty when unset. */
  readonly timezone: string
  /** Address of the uploaded avatar below `/user_avatars/`; null while there is none. */
  readonly avatarPath: PicturePath | null
  /** Without an uploaded one it has an avatar that this server draws. Default: one of Gravatar's. */
  readonly hasDrawnAvatar?: boolean
  /** Counts the avatars there were, none among them; from 1. */
  readonly avatarVersion: number
  /** Version of the API key; a step invalidates the former key. */
  readonly keyVersion: number
  /** A step ends the browser sessions; so does one of the key. */
  readonly sessionVersion: number
  /** Given by an operator: POST /users is refused to administrators without it. */
  readonly canCreateUsers: boolean
  /** Given by an operator, to owners. */
  readonly canChangeUserEmails: boolean
  /** ISO 8601 with UTC offset. */
  readonly dateJoined: string
  /** Personal settings by the wire's names (spec.md "User preference settings"). */
  readonly settings: UserSettings
}

/** A record as the database or the log has it: of its settings what differs from the defaults. */
export type StoredUser = Omit<UserRecord, 'settings'> & { readonly settings: StoredSettings }

export const userOf = (stored: StoredUser): UserRecord => ({
  ...stored,
  settings: settingsOf(stored.settings),
})

/** Fields of the first version. A field that is added does not belong here, but in `LATER_FIELDS`. */
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
const LATER_FIELDS: LaterFields<UserRecord, FirstFields> = {}

/** The user that an entry of the log tells of. What the entry does not know is as it was known, or as it begins. */
export const userTold = (told: StoredUser, known: UserRecord | undefined): UserRecord =>
  userOf({ ...LATER_FIELDS, ...known, ...told })

export const isOwner = (user: UserRecord): boolean => user.role === Role.owner
export const isAdministrator = (user: UserRecord): boolean => user.role <= Role.administrator
/** Whether one may do more than another. */
export const outranks = (one: UserRecord, other: UserRecord): boolean => one.role < other.role
export const isGuest = (user: UserRecord): boolean => user.role === Role.guest
