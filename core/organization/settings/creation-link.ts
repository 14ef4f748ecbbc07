import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import { secretsEqual } from '../../state/users/api-key.ts'

/** For how long a link can be followed. */
export const CREATION_LINK_DAYS = 7

const DAY = 24 * 3600

/** What whoever has a link may do with it: create one organization. */
export type CreationLink = 'valid' | 'used' | 'expired' | 'unknown'

/**
 * Links by which an operator lets somebody create an organization, once. Redis has what was issued and what of it is
 * used: when it is lost, links are unknown, and the operator makes another.
 */
export class CreationLinks {
  readonly #redis: Redis
  readonly #secret: string

  constructor(redis: Redis, secret: string) {
    this.#redis = redis
    this.#secret = secret
  }

  /** A new link's token, fit for a URL. */
  async issue(now = Date.now()): Promise<string> {
    const claim = `${Math.floor(now / 1000) + CREATION_LINK_DAYS * DAY}-${randomBytes(12).toString('hex')}`
    const token = `${claim}-${this.#seal(claim)}`
    // A day longer, so that a used link is told from one that never was.
    await this.#redis.set(keyOf(token), 'valid', 'EX', (CREATION_LINK_DAYS + 1) * DAY)
    return token
  }

  async look(token: string): Promise<CreationLink> {
    const [, claim, until, seal] = /^((\d{10,11})-[0-9a-f]{24})-([\w-]{32})$/.exec(token) ?? []
    if (claim === undefined || !secretsEqual(this.#seal(claim), seal!)) return 'unknown'
    if (Number(until) * 1000 < Date.now()) return 'expired'
    return ((await this.#redis.get(keyOf(token))) ?? 'unknown') as CreationLink
  }

  /** Uses a link up; of two at once, one does. Returns what the link was. */
  async use(token: string): Promise<CreationLink> {
    const link = await this.look(token)
    if (link !== 'valid') return link
    return ((await this.#redis.call('SET', keyOf(token), 'used', 'XX', 'KEEPTTL', 'GET')) ??
      'unknown') as CreationLink
  }

  /** Nothing was created by it after all. */
  async giveBack(token: string): Promise<void> {
    await this.#redis.set(keyOf(token), 'valid', 'KEEPTTL')
  }

  #seal(claim: string): string {
    return createHmac('sha256', this.#secret).update(`create-realm:${claim}`).digest('base64url').slice(0, 32)
  }
}

const keyOf = (token: string) => `creation-link:${createHash('sha256').update(token).digest('base64url')}`
