import { createPublicKey } from 'node:crypto'
import { isIP } from 'node:net'
import { MAX_PUSH_ENDPOINT_LENGTH } from '../../../config/limits.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { UserId } from '../../platform/ids.ts'
import { publicAddresses } from '../../platform/net/public-address.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Caller } from '../../state/caller.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { Realm } from '../../state/realm/entity.ts'
import { PushDevice } from './entity.ts'
import { invalidPushEndpoint, invalidPushKeys, noSuchSubscription } from './errors.ts'
import { deleteOldest } from './register.ts'

/** A browser's subscription to Web Push, in the terms of the Push API. */
export interface PushSubscription {
  /** The address at the browser's push service to which notifications are posted. */
  readonly endpoint: string
  /** The browser's public key: an uncompressed P-256 point in base64url. */
  readonly p256dh: string
  /** The authentication secret: 16 bytes in base64url. */
  readonly auth: string
}

// A statement, because the unique index is on an expression.
const REGISTER = statement(
  'push-device.register-browser',
  `INSERT INTO push_device (realm_id, user_id, kind, token, p256dh, auth, session)
   VALUES ($1, $2, 'web', $3, $4, $5, $6)
   ON CONFLICT (realm_id, kind, md5(token)) DO UPDATE -- push_device_token
     SET user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth, session = excluded.session,
       registered_at = excluded.registered_at`,
)
const FORGET_SESSION = statement(
  'push-device.forget-session',
  "DELETE FROM push_device WHERE user_id = $1 AND session = $2 AND kind = 'web'", // push_device_user
)

/**
 * Registers a browser of the caller for Web Push. `session` is the name of the browser's session, whose end
 * removes the browser. Other users of the organization lose the browser, because they have logged out in it.
 * The newest `MAX_PUSH_DEVICES` devices of a user are kept. Throws for an address or keys that cannot be
 * used.
 */
export async function registerBrowser(
  caller: Caller,
  { endpoint, p256dh, auth }: PushSubscription,
  session: string | undefined,
): Promise<void> {
  const { core, realm } = caller
  checkEndpoint(endpoint, core.options.allowedPrivateAddresses)
  if (!isPublicKey(p256dh) || !isSecret(auth)) throw invalidPushKeys()
  await core.change(caller, async ({ tx, actor }) => {
    await tx.run(REGISTER, [realm.id, actor.id, endpoint, p256dh, auth, session ?? null])
    await deleteOldest(tx, actor.id)
    if (realm.record.usesWebPush) return
    await tx.em.nativeUpdate(Realm, { id: realm.id }, { usesWebPush: true })
    emitChange(tx, { type: '_realm', realm: { ...realm.record, usesWebPush: true } })
  })
}

/** Unregisters a browser of the caller. Throws when the caller has no such browser. */
export async function unregisterBrowser(caller: Caller, endpoint: string): Promise<void> {
  const { core, realm } = caller
  if (endpoint.length > MAX_PUSH_ENDPOINT_LENGTH || endpoint.includes('\0')) throw noSuchSubscription()
  await core.change(caller, async ({ tx, actor }) => {
    const device = { realmId: realm.id, userId: actor.id, kind: 'web' as const, token: endpoint }
    if ((await tx.em.nativeDelete(PushDevice, device)) === 0) throw noSuchSubscription()
  })
}

/** Deletes the browsers of a user whose sessions all end. */
export async function forgetBrowsers(tx: Tx, user: UserId): Promise<void> {
  await tx.em.nativeDelete(PushDevice, { userId: user, kind: 'web' })
}

/** Deletes the browser of a user in which a session ends. */
export async function forgetBrowserOfSession(sql: Sql, user: UserId, session: string): Promise<void> {
  await sql.run(FORGET_SESSION, [user, session])
}

/**
 * An https address that does not name a private one. Where a host name leads is checked at each connection
 * (`PublicNetwork`).
 */
function checkEndpoint(endpoint: string, allowed: readonly string[] | undefined): void {
  if (endpoint.length > MAX_PUSH_ENDPOINT_LENGTH || !/^[\x21-\x7e]+$/.test(endpoint))
    throw invalidPushEndpoint()
  if (!URL.canParse(endpoint)) throw invalidPushEndpoint()
  const { protocol, hostname, username, password } = new URL(endpoint)
  if (protocol !== 'https:' || username !== '' || password !== '') throw invalidPushEndpoint()
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !publicAddresses(allowed)(host)) throw invalidPushEndpoint()
}

/** RFC 8291, section 3.1: a point of the curve P-256 in uncompressed form. */
function isPublicKey(text: string): boolean {
  if (!/^[\w-]{87}$/.test(text)) return false
  const point = Buffer.from(text, 'base64url')
  if (point.length !== 65 || point[0] !== 4) return false
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url')
  try {
    createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) } })
    return true
  } catch {
    return false
  }
}

/** RFC 8291, section 3.2: 16 bytes. */
const isSecret = (text: string): boolean =>
  /^[\w-]{22}$/.test(text) && Buffer.from(text, 'base64url').length === 16
