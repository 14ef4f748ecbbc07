import type { RealmId, UserId } from '../ids.ts'

/** The queue of mails about accounts. The name of a job is its template, its data what the template is filled from. */
export const EMAIL_QUEUE = 'email'

/** Of every such mail: about the account of a person. */
interface AccountEmail {
  readonly realm: RealmId
  readonly user: UserId
}

/** In a queue of its own: what ends accounts waits for no other mail. */
export const ACCOUNT_DEACTIVATED = { queue: 'deactivation', name: 'account-deactivated' } as const

/** `account-deactivated`: to a person whose account has been deactivated. */
export interface AccountDeactivatedEmail extends AccountEmail {
  readonly by: UserId
  /** What the administrator adds; empty for nothing. */
  readonly comment: string
}

/** `confirm-email-change`: to the new address of a person, which confirms itself by the link with the token. */
export interface ConfirmEmailChangeEmail extends AccountEmail {
  readonly newEmail: string
  readonly token: string
  readonly validHours: number
}

/** `email-changed`: to the former address of a person, in case it was somebody else who changed it. */
export interface EmailChangedEmail extends AccountEmail {
  readonly formerEmail: string
  readonly newEmail: string
}

/** `password-reset`: to an address that somebody has asked for; who has no account there is told nothing. */
export interface PasswordResetEmail {
  readonly realm: RealmId
  readonly email: string
  /** Until when its link can be followed: Unix seconds. */
  readonly until: number
  readonly validHours: number
}

/** `password-changed`: to a person, in case it was somebody else who changed it. */
export interface PasswordChangedEmail extends AccountEmail {
  /** Unix seconds. */
  readonly at: number
}

/** `new-login`: to a person who has logged in with a password. */
export interface NewLoginEmail extends AccountEmail {
  /** Unix seconds. */
  readonly at: number
  /** The program, as `deviceName` calls it. */
  readonly device: string
  /** Of the network. */
  readonly address: string
}
