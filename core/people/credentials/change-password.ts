import { PASSWORD_MAX_LENGTH } from '../../../config/limits.ts'
import { tooLong } from '../../platform/errors.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Core } from '../../state/core.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { User } from '../../state/users/entity.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { forgetBrowsers } from '../push-devices/register-browser.ts'
import { weakPassword, wrongPassword } from '../users/errors.ts'
import { PASSWORD_CHANGED } from './account-mails.ts'
import { hashPassword, isPassword, isStrongPassword } from './password.ts'
import { forgetEmailChange } from './request-email-change.ts'

/** A checked change of a password. It is valid while the account still has the former password. */
export interface PasswordChange {
  readonly formerHash: string
  readonly hash: string
}

/** Returns the hash of the user's password. Throws when `given` is another one, or when there is none. */
export async function checkPassword(core: Core, user: UserRecord, given: string): Promise<string> {
  const row = await core.db.readEntities((em) => em.findOne(User, user.id, { fields: ['passwordHash'] }))
  const hash = row?.passwordHash
  if (!(await isPassword(hash, given)) || !hash) throw wrongPassword()
  return hash
}

/**
 * Checks the old password and the new one. Call it outside of transactions: it takes about 50 ms of CPU time.
 * Throws when the old one is wrong, and when the new one is too long or too weak.
 */
export async function preparePassword(
  core: Core,
  user: UserRecord,
  oldPassword: string,
  newPassword: string,
): Promise<PasswordChange> {
  const formerHash = await checkPassword(core, user, oldPassword)
  await checkNewPassword(newPassword)
  return { formerHash, hash: await hashPassword(newPassword) }
}

/**
 * Stores the new password, ends the user's sessions and the change of address that waits for confirmation,
 * and mails the user, in the caller's transaction, which has locked the organization. Returns the changed
 * user. Throws when the password was changed after `preparePassword`.
 */
export async function applyPassword(
  tx: Tx,
  user: UserRecord,
  { formerHash, hash }: PasswordChange,
): Promise<UserRecord> {
  const changed = withSessionsEnded(user)
  const { sessionVersion } = changed
  const former = { id: user.id, passwordHash: formerHash }
  const updated = await tx.em.nativeUpdate(User, former, { passwordHash: hash, sessionVersion })
  if (updated === 0) throw wrongPassword()
  await forgetBrowsers(tx, user.id)
  await forgetEmailChange(tx, user)
  emitChange(tx, { type: '_user', user: changed })
  enqueuePasswordChanged(tx, user)
  return changed
}

/** Mails the person that the password was changed, in case somebody else changed it. */
export function enqueuePasswordChanged(tx: Tx, user: Pick<UserRecord, 'id'>): void {
  tx.enqueue(PASSWORD_CHANGED, { realm: tx.realm, user: user.id, at: Math.floor(Date.now() / 1000) })
}

/** The user with the next session version, which ends all sessions. */
export const withSessionsEnded = (user: UserRecord): UserRecord => ({
  ...user,
  sessionVersion: user.sessionVersion + 1,
})

/** Throws for a password that breaks one of the three limits that clients know. */
export async function checkNewPassword(password: string): Promise<void> {
  if ([...password].length > PASSWORD_MAX_LENGTH) {
    throw tooLong('New password', PASSWORD_MAX_LENGTH)
  }
  if (!(await isStrongPassword(password))) throw weakPassword()
}
