import { ApiError } from '../../core/platform/errors.ts'
import type { UserRecord } from '../../core/state/users/record.ts'

/** Twice as many hexadecimal digits as an API key has characters. */
const OTP = /^[0-9a-f]{64}$/i

/** The one-time pad that an app sent along when it opened a browser; undefined without one. Throws for what is none. */
export function readOtp(given: string | undefined): string | undefined {
  if (given === undefined || given === '') return undefined
  if (!OTP.test(given)) throw new ApiError('Invalid OTP')
  return given
}

/**
 * Where a browser hands an API key over to the app that opened it: apps of this protocol family wait at `zulip://login`
 * for the key, encrypted with the pad that they alone know, so that no other app on the device can use it.
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
