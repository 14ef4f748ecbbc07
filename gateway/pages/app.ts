import { createCipheriv, randomBytes } from 'node:crypto'
import type { Destination } from '../../core/people/authentication/method.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import { invalidOtp, severalApps } from './errors.ts'
import { type Html, html } from './html.ts'
import type { Visit } from './page.ts'

/** Two hexadecimal digits for each of 32 bytes: a pad for an API key, or a key of AES-256. */
const HEX = /^[0-9a-f]{64}$/i

/**
 * The app that opened the browser, by the secret that it sent: `otp` of mobile apps, `key` of desktop apps.
 */
export type App = Pick<Destination, 'otp' | 'desktopKey'>

/** The app of an address or form; empty without one. Throws for a malformed secret, and for two. */
export function appOf({ query, form }: Pick<Visit, 'query' | 'form'>): App {
  const secretOf = (name: string): string | undefined => {
    const given = form.get(name) ?? query.get(name) ?? ''
    if (given !== '' && !HEX.test(given)) throw invalidOtp()
    return given === '' ? undefined : given
  }
  const otp = secretOf('mobile_flow_otp')
  const desktopKey = secretOf('desktop_flow_otp')
  if (otp !== undefined && desktopKey !== undefined) throw severalApps()
  return { ...(otp !== undefined && { otp }), ...(desktopKey !== undefined && { desktopKey }) }
}

export const isFromApp = ({ otp, desktopKey }: App): boolean => otp !== undefined || desktopKey !== undefined

/** The app's secret under its name on the wire. */
const namedSecret = ({ otp, desktopKey }: App): readonly [name: string, value: string] | undefined => {
  if (otp !== undefined) return ['mobile_flow_otp', otp]
  return desktopKey === undefined ? undefined : ['desktop_flow_otp', desktopKey]
}

/** A hidden field that keeps the app. */
export function appField(app: App): Html {
  const secret = namedSecret(app)
  return html`${secret && html`<input type="hidden" name="${secret[0]}" value="${secret[1]}">`}`
}

/** The query that keeps the app in an address, with its question mark; empty without an app. */
export function appQuery(app: App): string {
  const secret = namedSecret(app)
  return secret === undefined ? '' : `?${new URLSearchParams([[...secret]])}`
}

/**
 * The address by which a browser passes the API key to the app that opened it. Zulip's apps listen at
 * `zulip://login`. The key is encrypted with the one-time pad of the app, so that no other app on the device
 * can use it.
 */
export function appAddress(url: string, user: UserRecord, key: string, otp: string): string {
  const pad = Buffer.from(otp, 'hex')
  const encrypted = Buffer.from(key, 'latin1').map((byte, i) => byte ^ pad[i]!)
  const query = new URLSearchParams({
    realm: url,
    email: user.deliveryEmail,
    user_id: String(user.id),
    otp_encrypted_api_key: Buffer.from(encrypted).toString('hex'),
  })
  return `zulip://login?${query}`
}

/** Encrypts a text for a desktop app: nonce, text and tag of AES-256-GCM, as hexadecimal digits. */
export function encryptedForApp(text: string, key: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), nonce)
  const encrypted = [cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([nonce, ...encrypted]).toString('hex')
}
