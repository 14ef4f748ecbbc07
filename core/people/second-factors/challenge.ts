import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { RealmId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import { secretsEqual } from '../../state/users/api-key.ts'
import { keyFor } from './sealed.ts'

const VALID_SECONDS = 300
const CHALLENGE = /^(\d{10})\.([\w-]{22})\.([\w-]{43})$/

/** The purpose of a passkey's challenge. It is refused for any other. */
export interface ChallengeUse {
  readonly purpose: 'register' | 'log-in' | 'second-step' | 'confirm'
  readonly realm: RealmId
  /** The host of the browser's page, without the port. */
  readonly host: string
  /** The id of the account; 0 where the passkey names it. */
  readonly user: number
  /** A secret of the browser, or the name of its session. */
  readonly browser: string
}

/**
 * A challenge for a passkey. It is signed, so nothing is stored, and showing a page costs nothing. The bytes
 * are ASCII text.
 */
export function newChallenge(core: Core, use: ChallengeUse): Buffer {
  const until = Math.floor(Date.now() / 1000) + VALID_SECONDS
  const claim = `${until}.${randomBytes(16).toString('base64url')}`
  return Buffer.from(`${claim}.${sign(core, use, claim)}`)
}

/**
 * Whether a challenge, in base64url, was made for this use, has not expired and has not been used. It is used
 * up: of two calls only one returns true.
 */
export async function useChallenge(core: Core, use: ChallengeUse, given: string): Promise<boolean> {
  const text = Buffer.from(given, 'base64url').toString('latin1')
  const [, until, random, signature] = CHALLENGE.exec(text) ?? []
  if (signature === undefined) return false
  if (!secretsEqual(sign(core, use, `${until}.${random}`), signature)) return false
  const seconds = Number(until) - Math.floor(Date.now() / 1000)
  if (seconds <= 0) return false
  const name = createHash('sha256').update(text).digest('base64url')
  const key = `passkey-challenge:{realm:${use.realm}}:${name}`
  return (await core.redis.set(key, '1', 'EX', seconds + 1, 'NX')) === 'OK'
}

function sign(core: Core, { purpose, realm, host, user, browser }: ChallengeUse, claim: string): string {
  const signed = JSON.stringify([purpose, realm, host, user, browser, claim])
  return createHmac('sha256', keyFor(core.options.secretKey, 'passkey-challenge'))
    .update(signed)
    .digest('base64url')
}
