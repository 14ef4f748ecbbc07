import { createHash, randomBytes, randomInt } from 'node:crypto'
import { z } from 'zod'
import { DEVICE_CODE_SECONDS, DEVICE_POLL_SECONDS } from '../../../config/limits.ts'
import type { RealmId, UserId } from '../../platform/ids.ts'
import { idSchema } from '../../platform/jobs/declare-job.ts'
import type { RedisClient } from '../../platform/redis/redis-connection.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { LoginOrigin } from '../credentials/audit-login.ts'
import { deviceCodeExpired, deviceCodePending, deviceLogInDenied, pollingTooFast } from './errors.ts'

/** Letters without vowels, so that no code is a word (RFC 8628, section 6.1): 25 billion codes of eight. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const LETTERS_OF_CODE = 8

const stored = z.object({
  /** Where the program runs that asks. */
  userAgent: z.string(),
  address: z.string(),
  userCode: z.string(),
  /** What the person has decided; undefined until then. */
  decision: z
    .union([
      z.literal('denied'),
      z.object({ user: idSchema<UserId>(), keyVersion: z.int(), sessionVersion: z.int() }),
    ])
    .optional(),
})
type Stored = z.output<typeof stored>

/** The codes with which a program without a browser begins a log-in. */
export interface DeviceCodes {
  /** The secret of the program. */
  readonly deviceCode: string
  /** What the person enters, such as `BCDF-GHJK`. */
  readonly userCode: string
}

/**
 * Log-ins of programs without a browser (RFC 8628). Redis keeps each for DEVICE_CODE_SECONDS, under the hash
 * of the device code. A person who is logged in elsewhere enters the user code and decides, once.
 */
export class DeviceLogIns {
  readonly #redis: RedisClient

  constructor(redis: RedisClient) {
    this.#redis = redis
  }

  /** Begins a log-in. */
  async begin(realm: RealmId, { userAgent, address }: LoginOrigin): Promise<DeviceCodes> {
    const deviceCode = randomBytes(32).toString('base64url')
    const letters = Array.from({ length: LETTERS_OF_CODE }, () => LETTERS[randomInt(LETTERS.length)]).join('')
    const hash = hashOf(deviceCode)
    const value: Stored = { userAgent: userAgent.slice(0, 500), address, userCode: letters }
    await this.#redis
      .multi()
      .set(keyOf(realm, hash), JSON.stringify(value), 'EX', DEVICE_CODE_SECONDS)
      .set(userKeyOf(realm, letters), hash, 'EX', DEVICE_CODE_SECONDS)
      .exec()
    return { deviceCode, userCode: `${letters.slice(0, 4)}-${letters.slice(4)}` }
  }

  /** Where the program runs whose log-in has this user code; undefined for an unknown or decided one. */
  async find(realm: RealmId, userCode: string): Promise<LoginOrigin | undefined> {
    return (await this.#undecided(realm, lettersIn(userCode)))?.value
  }

  /** Lets the program in as `user`, or not at all. Of two decisions one returns true. */
  async decide(realm: RealmId, userCode: string, user: UserRecord | 'denied'): Promise<boolean> {
    const letters = lettersIn(userCode)
    const found = await this.#undecided(realm, letters)
    // The deletion decides between two, and a code is of no use after it.
    if (found === undefined || (await this.#redis.del(userKeyOf(realm, letters))) !== 1) return false
    const decision: Stored['decision'] =
      user === 'denied'
        ? 'denied'
        : { user: user.id, keyVersion: user.keyVersion, sessionVersion: user.sessionVersion }
    const text = JSON.stringify({ ...found.value, decision })
    return (await this.#redis.set(keyOf(realm, found.hash), text, 'KEEPTTL', 'XX')) === 'OK'
  }

  /**
   * The user who has let the program in, once. Throws AUTHORIZATION_PENDING until then, SLOW_DOWN for calls
   * that come too often, ACCESS_DENIED, and EXPIRED_TOKEN for unknown and used codes.
   */
  async redeem(realm: RealmState, deviceCode: string): Promise<{ user: UserRecord; from: LoginOrigin }> {
    const hash = hashOf(deviceCode)
    const key = keyOf(realm.id, hash)
    const text = await this.#redis.get(key)
    if (text === null) throw deviceCodeExpired()
    const isInTime = await this.#redis.set(
      `device-poll:{realm:${realm.id}}:${hash}`,
      '1',
      'PX',
      DEVICE_POLL_SECONDS * 1000 - 500,
      'NX',
    )
    if (isInTime !== 'OK') throw pollingTooFast()
    const { decision, userAgent, address } = stored.parse(JSON.parse(text))
    if (decision === undefined) throw deviceCodePending()
    if ((await this.#redis.del(key)) !== 1) throw deviceCodeExpired()
    if (decision === 'denied') throw deviceLogInDenied()
    await realm.sync()
    const user = realm.users.get(decision.user)
    const isCurrent =
      user?.isActive &&
      user.keyVersion === decision.keyVersion &&
      user.sessionVersion === decision.sessionVersion
    if (!isCurrent) throw deviceCodeExpired()
    return { user, from: { userAgent, address } }
  }

  async #undecided(realm: RealmId, letters: string): Promise<{ hash: string; value: Stored } | undefined> {
    if (letters.length !== LETTERS_OF_CODE) return undefined
    const hash = await this.#redis.get(userKeyOf(realm, letters))
    const text = hash === null ? null : await this.#redis.get(keyOf(realm, hash))
    if (hash === null || text === null) return undefined
    const value = stored.parse(JSON.parse(text))
    return value.decision === undefined ? { hash, value } : undefined
  }
}

/** The letters of a code as people type it: in any case, with spaces or hyphens. */
const lettersIn = (code: string): string =>
  code.length > 40 ? '' : code.toUpperCase().replace(/[^A-Z]/g, '')

const hashOf = (code: string): string => createHash('sha256').update(code).digest('base64url')
const keyOf = (realm: RealmId, hash: string): string => `device:{realm:${realm}}:${hash}`
const userKeyOf = (realm: RealmId, letters: string): string => `device-user:{realm:${realm}}:${letters}`
