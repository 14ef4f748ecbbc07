import { createHash, randomBytes } from 'node:crypto'
import type { RealmId, UserId } from '../../platform/ids.ts'
import type { RedisClient } from '../../platform/redis/redis-connection.ts'

/** Seconds in which the founder of an organization enters it without a password. */
export const FOUNDER_ENTRY_SECONDS = 600

/**
 * One-time tokens that log in the founder of an organization. The form that creates it is often on another
 * host, which cannot set the cookies of the organization's host. Redis stores hashes of them.
 */
export class FounderEntries {
  readonly #redis: RedisClient

  constructor(redis: RedisClient) {
    this.#redis = redis
  }

  /** Creates a token, which is safe in URLs. */
  async issue(realm: RealmId, owner: UserId): Promise<string> {
    const token = randomBytes(24).toString('base64url')
    await this.#redis.set(keyOf(realm, token), owner, 'EX', FOUNDER_ENTRY_SECONDS)
    return token
  }

  /** Uses a token up. Returns its owner; undefined for a forged, used or expired one. */
  async redeem(realm: RealmId, token: string): Promise<UserId | undefined> {
    if (!/^[\w-]{32}$/.test(token)) return undefined
    const found = await this.#redis.getdel(keyOf(realm, token))
    return found === null ? undefined : (Number(found) as UserId)
  }
}

const keyOf = (realm: RealmId, token: string): string =>
  `founder-entry:{realm:${realm}}:${createHash('sha256').update(token).digest('base64url')}`
