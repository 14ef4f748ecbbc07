import { createHmac } from 'node:crypto'
import { secretsEqual } from '../../core/state/users/api-key.ts'

/** The header in which `loquat doctor` proves that it knows SECRET_KEY. */
export const PROOF_HEADER = 'x-loquat-proof'

/** Seconds by which the clocks of `loquat doctor` and a gateway may differ. */
const MAX_AGE_SECONDS = 300

/** A proof of knowing the secret, which is valid for five minutes. `now`: Unix milliseconds. */
export function probeProof(secret: string, now = Date.now()): string {
  const seconds = Math.floor(now / 1000)
  return `${seconds}.${signature(secret, seconds)}`
}

export function isProbeProof(secret: string, given: string, now = Date.now()): boolean {
  const [, seconds = '', signed = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(given) ?? []
  if (seconds === '' || Math.abs(now / 1000 - Number(seconds)) > MAX_AGE_SECONDS) return false
  return secretsEqual(signature(secret, Number(seconds)), signed)
}

const signature = (secret: string, seconds: number): string =>
  createHmac('sha256', secret).update(`probe:${seconds}`).digest('base64url')
