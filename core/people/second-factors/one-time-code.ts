import { Secret, TOTP } from 'otpauth'

/** Bytes of a shared secret (RFC 4226, section 4). */
export const SECRET_BYTES = 20
const PERIOD_SECONDS = 30
/** Steps before and after the present one whose codes count too, because clocks differ. */
const WINDOW = 1

const totpOf = (secret: Uint8Array, issuer: string, label: string): TOTP =>
  new TOTP({
    issuer,
    label,
    algorithm: 'SHA1', // the only one that all apps know
    digits: 6,
    period: PERIOD_SECONDS,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  })

/** The secret as people type it into an app, and the address that its QR code contains. */
export function secretForApp(secret: Uint8Array, issuer: string, label: string) {
  const totp = totpOf(secret, issuer, label)
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** The time step to which a code belongs; undefined for a wrong code. `now`: milliseconds since 1970. */
export function stepOfCode(secret: Uint8Array, code: string, now: number): number | undefined {
  const delta = totpOf(secret, '', '').validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? undefined : Math.floor(now / 1000 / PERIOD_SECONDS) + delta
}
