import type { UserRecord } from '../../core/state/users/record.ts'
import { invalidOtp } from './errors.ts'

/** Two hexadecimal digits for each character of an API key. */
const OTP = /^[0-9a-f]{64}$/i

/**
 * The one-time pad that an app sent when it opened the browser; undefined without one. Throws for a malformed
 * one.
 */
export function readOtp(given: string | undefined): string | undefined {
  if (given === undefined || given === '') return undefined
  if (!OTP.test(given)) throw invalidOtp()
  return given
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
