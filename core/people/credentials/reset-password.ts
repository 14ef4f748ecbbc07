import { createHmac } from 'node:crypto'
import type { RealmId, UserId } from '../../platform/ids.ts'
import { writeAudit } from '../../state/audit/write.ts'
import type { Caller } from '../../state/caller.ts'
import type { Core } from '../../state/core.ts'
import { realmUrl } from '../../state/realm/address.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { isAddress, pastedAddress } from '../../state/realm/email.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { secretsEqual } from '../../state/users/api-key.ts'
import { User } from '../../state/users/entity.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { forgetBrowsers } from '../push-devices/register-browser.ts'
import { badResetLink } from '../users/errors.ts'
import { PASSWORD_RESET } from './account-mails.ts'
import { checkNewPassword, enqueuePasswordChanged, withSessionsEnded } from './change-password.ts'
import { hashPassword } from './password.ts'
import { forgetEmailChange } from './request-email-change.ts'

/** The link in the e-mail is valid for this long. */
const VALID_HOURS = 24

/** The state of a link with a token. */
export type ResetLink =
  | { readonly state: 'valid'; readonly user: UserRecord }
  | { readonly state: 'used' | 'expired' | 'unknown' }

/**
 * Mails this address a link to choose another password. Does the same for unknown addresses: only the mail
 * job looks the account up, so neither answer nor time shows whether it exists.
 */
export async function requestPasswordReset(core: Core, realm: RealmState, given: string): Promise<void> {
  const email = pastedAddress(given)
  if (!isAddress(email)) return
  const until = Math.floor(Date.now() / 1000) + VALID_HOURS * 3600
  const job = { realm: realm.id, email, until, validHours: VALID_HOURS }
  await core.transact(realm.id, async (tx) => tx.enqueue(PASSWORD_RESET, job))
}

/**
 * A user's link to choose another password. Its token is derived, not stored. It includes the session
 * version, which changes with the password, so each link works once. It includes the address, so the link
 * ends when the address changes.
 */
export function passwordResetUrl({ core, realm, user }: Caller, until: number): string {
  const claim = { user: user.id, version: user.sessionVersion, until }
  const token = tokenOf(core.options.secretKey, realm.id, claim, user)
  return `${realmUrl(realm.record, core.options.rootUrl)}/accounts/password/reset/${token}`
}

/**
 * A user's link to choose another password, which an operator hands over. Notes it in the audit log. `until`:
 * Unix seconds.
 */
export const passwordResetByOperator = (
  core: Core,
  realm: RealmState,
  user: UserRecord,
): Promise<{ readonly url: string; readonly until: number }> =>
  core.changeAsSystem(realm, async (tx) => {
    const until = Math.floor(Date.now() / 1000) + VALID_HOURS * 3600
    const about = { kind: 'user', id: user.id, name: user.fullName } as const
    writeAudit(tx, null, [{ ...about, action: 'changed', property: 'password_reset_link' }])
    return { url: passwordResetUrl({ core, realm, user }, until), until }
  })

/** Looks up whether a token is valid here, and for whom. */
export async function lookUpReset(core: Core, realm: RealmState, token: string): Promise<ResetLink> {
  await realm.sync()
  return findReset(core, realm, token)
}

/**
 * Sets the password of a link's user, ends the sessions and the change of address that waits for
 * confirmation, and mails the user. Only one of two concurrent calls succeeds. Throws for an invalid link,
 * and for a password that is too long or too weak.
 */
export async function resetPassword(
  core: Core,
  realm: RealmState,
  token: string,
  password: string,
): Promise<UserRecord> {
  // Checked first, so that invalid links cost no hashing.
  requireValid(await lookUpReset(core, realm, token))
  await checkNewPassword(password)
  const hash = await hashPassword(password)
  const changed = await core.changeAsSystem(realm, async (tx) => {
    const user = requireValid(findReset(core, realm, token))
    const changed = withSessionsEnded(user)
    const { sessionVersion } = changed
    await tx.em.nativeUpdate(User, { id: user.id }, { passwordHash: hash, sessionVersion })
    await forgetBrowsers(tx, user.id)
    await forgetEmailChange(tx, user)
    emitChange(tx, { type: '_user', user: changed })
    enqueuePasswordChanged(tx, user)
    return changed
  })
  return changed
}

/** The user of a valid link. Throws `badResetLink` for any other link. */
function requireValid(link: ResetLink): UserRecord {
  if (link.state === 'valid') return link.user
  throw badResetLink(link.state)
}

function findReset(core: Core, realm: RealmState, token: string): ResetLink {
  const claim = readToken(token)
  const user = claim && realm.users.get(claim.user)
  if (claim === undefined || user === undefined) return { state: 'unknown' }
  if (!secretsEqual(tokenOf(core.options.secretKey, realm.id, claim, user), token))
    return { state: 'unknown' }
  if (claim.until * 1000 < Date.now()) return { state: 'expired' }
  return user.isActive && user.sessionVersion === claim.version ? { state: 'valid', user } : { state: 'used' }
}

interface Claim {
  readonly user: UserId
  readonly version: number
  /** Unix seconds. */
  readonly until: number
}

const TOKEN = /^([1-9]\d{0,9})-(\d{1,10})-(\d{10,11})-[\w-]{32}$/

function readToken(token: string): Claim | undefined {
  const [, user, version, until] = TOKEN.exec(token) ?? []
  return until === undefined
    ? undefined
    : { user: Number(user) as UserId, version: Number(version), until: Number(until) }
}

function tokenOf(
  secret: string,
  realm: RealmId,
  { user, version, until }: Claim,
  { deliveryEmail }: UserRecord,
): string {
  const claim = `${user}-${version}-${until}`
  const signed = `reset-password:${realm}:${claim}:${deliveryEmail.toLowerCase()}`
  const mac = createHmac('sha256', secret).update(signed).digest('base64url')
  return `${claim}-${mac.slice(0, 32)}`
}
