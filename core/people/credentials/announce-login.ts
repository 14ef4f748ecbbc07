import type { Caller } from '../../state/caller.ts'
import { NEW_LOGIN } from './account-mails.ts'
import { auditLogIn, type LoginOrigin } from './audit-login.ts'
import { deviceOf } from './device.ts'
import { deviceName } from './device-name.ts'

/** A person who joined less than this ago needs no mail about the log-in. */
const JUST_JOINED_MS = 60_000

/**
 * Writes a log-in to the audit log, and sends the person a mail about a new one (spec.md
 * enable_login_emails). `method`: as in `LogInAttempt`.
 */
export async function announceLogin(
  { core, realm, user }: Caller,
  from: LoginOrigin,
  method: string,
): Promise<void> {
  auditLogIn(core, realm, from, { method, user: user.id })
  const now = Date.now()
  const hasJustJoined = now - Date.parse(user.dateJoined) < JUST_JOINED_MS
  if (!user.settings.enable_login_emails || user.isBot || hasJustJoined) return
  const device = deviceOf(from.userAgent)
  const mail = {
    realm: realm.id,
    user: user.id,
    at: Math.floor(now / 1000),
    device: deviceName('en', device),
    ...device,
    address: from.address,
  }
  await core.transact(realm.id, async (tx) => tx.enqueue(NEW_LOGIN, mail))
}
