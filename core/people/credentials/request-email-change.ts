import { createHash, randomBytes } from 'node:crypto'
import { raw } from '@mikro-orm/core'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { RealmId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { realmUrl } from '../../state/realm/address.ts'
import { addressFault } from '../../state/realm/email.ts'
import type { RealmRecord } from '../../state/realm/record.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { isAdministrator, type UserRecord } from '../../state/users/record.ts'
import { Confirmation } from '../users/entity.ts'
import {
  addressRefused,
  alreadyHasAccount,
  emailChangesDisabled,
  invalidConfirmationLink,
} from '../users/errors.ts'
import { CONFIRM_EMAIL_CHANGE } from './account-mails.ts'
import { setEmail } from './change-email.ts'

const KIND = 'change-email'
/** The link in the e-mail is valid for this long. */
const VALID_HOURS = 24

// A statement, because the clock of the database decides about the state.
const LOOK_UP = statement(
  'confirmation.look-up',
  `SELECT email, CASE WHEN used_at IS NOT NULL THEN 'used' WHEN expires_at <= now() THEN 'expired' ELSE 'valid' END AS state
   FROM confirmation WHERE token_hash = $1 AND realm_id = $2 AND kind = $3`, // confirmation_pkey
)

/**
 * Stores a change of address that waits for confirmation, in place of an earlier one, and mails the new
 * address; in the caller's transaction, which has locked the organization. Throws when the organization does
 * not allow changes, and for an address that is invalid, taken, or not allowed by the organization
 * (`addressFault`).
 */
export async function requestEmailChange(
  tx: Tx,
  realm: RealmState,
  user: UserRecord,
  newEmail: string,
  rootUrl: string,
): Promise<void> {
  checkAllowed(realm, user, newEmail, rootUrl)
  const token = randomBytes(24).toString('base64url')
  await forgetEmailChange(tx, user)
  await tx.em.insert(Confirmation, {
    tokenHash: hashOf(token),
    realmId: realm.id,
    userId: user.id,
    kind: KIND,
    email: newEmail,
    expiresAt: raw(`now() + interval '${VALID_HOURS} hours'`),
  })
  const about = { realm: realm.id, user: user.id }
  tx.enqueue(CONFIRM_EMAIL_CHANGE, { ...about, newEmail, token, validHours: VALID_HOURS })
}

/** Ends the change that waits for the user's confirmation, if there is one. */
export async function forgetEmailChange(tx: Tx, user: UserRecord): Promise<void> {
  await tx.em.nativeDelete(Confirmation, { userId: user.id, kind: KIND })
}

/** The change that a token confirms. A newer token replaces it. */
export interface AwaitedEmailChange {
  readonly state: 'valid' | 'used' | 'expired' | 'unknown'
  /** The new address; empty for an unknown link. */
  readonly email: string
}

type LookedUpRow = Columns<typeof Confirmation, 'email'> & Pick<AwaitedEmailChange, 'state'>

export async function lookUpEmailChange(
  sql: Sql,
  realm: RealmId,
  token: string,
): Promise<AwaitedEmailChange> {
  const [found] = await sql.run<LookedUpRow>(LOOK_UP, [hashOf(token), realm, KIND])
  return found ?? { state: 'unknown', email: '' }
}

/** Whether the link with this token is still valid. */
export async function isEmailChangeAwaited(sql: Sql, realm: RealmId, token: string): Promise<boolean> {
  return (await lookUpEmailChange(sql, realm, token)).state === 'valid'
}

/** The address of the page that confirms the new address. */
export const emailChangeUrl = (realm: RealmRecord, rootUrl: string, token: string): string =>
  `${realmUrl(realm, rootUrl)}/accounts/confirm_new_email/${token}`

/**
 * Changes a user's address to the confirmed one, in the caller's transaction, which has locked the
 * organization. A token works once. Throws for an unknown or expired token, and when the change would be
 * refused if it were requested now.
 */
export async function confirmEmailChange(
  tx: Tx,
  realm: RealmState,
  token: string,
  rootUrl: string,
): Promise<UserRecord> {
  const confirmation = await tx.em.findOne(Confirmation, {
    tokenHash: hashOf(token),
    realmId: realm.id,
    kind: KIND,
    usedAt: null,
    expiresAt: { $gt: raw<object, Date>('now()') },
  })
  const user = confirmation?.userId && realm.users.get(confirmation.userId)
  if (!confirmation || !user?.isActive) throw invalidConfirmationLink()
  confirmation.usedAt = new Date()
  checkAllowed(realm, user, confirmation.email, rootUrl)
  return setEmail(tx, realm, user, confirmation.email, rootUrl)
}

/** Throws unless the user may have this address now. */
function checkAllowed(realm: RealmState, user: UserRecord, email: string, rootUrl: string): void {
  if (realm.record.settings.email_changes_disabled && !isAdministrator(user)) throw emailChangesDisabled()
  const fault = addressFault(realm, rootUrl, email)
  if (fault !== undefined) throw addressRefused(fault)
  const holder = realm.users.byEmail(email)
  if (holder !== undefined && holder.id !== user.id) throw alreadyHasAccount()
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
