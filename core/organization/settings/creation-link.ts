import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { RedisClient } from '../../platform/redis/redis-connection.ts'
import { secretsEqual } from '../../state/users/api-key.ts'

/** A link is valid for this long. */
export const CREATION_LINK_DAYS = 7

const DAY = 24 * 3600

/** The state of a link, which creates one organization. */
export type CreationLink = 'valid' | 'used' | 'expired' | 'unknown'

/**
 * Links with which an operator lets somebody create one organization. Redis stores which links were issued
 * and used. If Redis loses its data, links become unknown, and the operator creates another.
 */
export class CreationLinks {
  readonly #redis: RedisClient
  readonly #secret: string

  constructor(redis: RedisClient, secret: string) {
    this.#redis = redis
    this.#secret = secret
  }

  /** Creates a link and returns its token, which is safe in URLs. */
  async issue(now = Date.now()): Promise<string> {
    const claim = `${Math.floor(now / 1000) + CREATION_LINK_DAYS * DAY}-${randomBytes(12).toString('hex')}`
    const token = `${claim}-${this.#seal(claim)}`
    // Kept for one more day, so that used links differ from unknown ones.
    await this.#redis.set(keyOf(token), 'valid', 'EX', (CREATION_LINK_DAYS + 1) * DAY)
    return token
  }

  async stateOf(token: string): Promise<CreationLink> {
    const [, claim, until, seal] = /^((\d{10,11})-[0-9a-f]{24})-([\w-]{32})$/.exec(token) ?? []
    if (claim === undefined || !secretsEqual(this.#seal(claim), seal!)) return 'unknown'
    if (Number(until) * 1000 < Date.now()) return 'expired'
    return ((await this.#redis.get(keyOf(token))) ?? 'unknown') as CreationLink
  }

  /** Marks a link as used; only one of two concurrent calls succeeds. Returns the link's state before. */
  async use(token: string): Promise<CreationLink> {
    const link = await this.stateOf(token)
    if (link !== 'valid') return link
    return ((await this.#redis.call('SET', keyOf(token), 'used', 'XX', 'KEEPTTL', 'GET')) ??
      'unknown') as CreationLink
  }

  /** Makes a used link valid again, when the creation failed. */
  async release(token: string): Promise<void> {
    await this.#redis.call('SET', keyOf(token), 'valid', 'XX', 'KEEPTTL')
  }

  #seal(claim: string): string {
    return createHmac('sha256', this.#secret).update(`create-realm:${claim}`).digest('base64url').slice(0, 32)
  }
}

const keyOf = (token: string) => `creation-link:${createHash('sha256').update(token).digest('base64url')}`
