import type { UserId } from '../ids.ts'

/** The queue of all e-mail. The name of a job is its template, its data what the template is filled with. */
export const EMAIL_QUEUE = 'email'

/** `account-deactivated`: to a person whose account has been deactivated. */
export interface AccountDeactivatedEmail {
  readonly user: UserId
  readonly by: UserId
  /** What the administrator adds; empty for nothing. */
  readonly comment: string
}

/** `confirm-email-change`: to the new address of a person, which confirms itself by the link with the token. */
export interface ConfirmEmailChangeEmail {
  readonly user: UserId
  readonly newEmail: string
  readonly token: string
  readonly validHours: number
}
