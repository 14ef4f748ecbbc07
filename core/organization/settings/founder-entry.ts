import { createHash, randomBytes } from 'node:crypto'
import type { RealmId, UserId } from '../../platform/ids.ts'
import type { RedisClient } from '../../platform/redis/redis-connection.ts'

/** Seconds in which the founder of an organization enters it without a password. */
export const FOUNDER_ENTRY_SECONDS = 600
/** The same for an organization that an operator creates: the link may be passed on. */
export const OPERATOR_ENTRY_SECONDS = 3600

/** The address of the page that uses a token up, below the address of the organization. */
export const founderPath = (token: string): string => `/begin/${token}`

const TOKEN = /^[\w-]{32}$/

/**
 * One-time tokens that log in the founder of an organization. The form that creates it is often on another
 * host, which cannot set the cookies of the organization's host. Redis stores hashes of them.
 */
export class FounderEntries {
  readonly #redis: RedisClient

  constructor(redis: RedisClient) {
    this.#redis = redis
  }

  /** Creates a token, which is safe in URLs and valid for `seconds`. */
  async issue(realm: RealmId, owner: UserId, seconds = FOUNDER_ENTRY_SECONDS): Promise<string> {
    const token = randomBytes(24).toString('base64url')
    await this.#redis.set(keyOf(realm, token), owner, 'EX', seconds)
    return token
  }

  /** Whether a token can be used. It stays usable. */
  async isValid(realm: RealmId, token: string): Promise<boolean> {
    return TOKEN.test(token) && (await this.#redis.exists(keyOf(realm, token))) === 1
  }

  /** Uses a token up. Returns its owner; undefined for a forged, used or expired one. */
  async redeem(realm: RealmId, token: string): Promise<UserId | undefined> {
    if (!TOKEN.test(token)) return undefined
    const found = await this.#redis.getdel(keyOf(realm, token))
    return found === null ? undefined : (Number(found) as UserId)
  }
}

const keyOf = (realm: RealmId, token: string): string =>
  `founder-entry:{realm:${realm}}:${createHash('sha256').update(token).digest('base64url')}`
