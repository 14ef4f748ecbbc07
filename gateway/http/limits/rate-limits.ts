import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RuntimeConfig } from '../../../config/environment.ts'
import type { RealmId, UserId } from '../../../core/platform/ids.ts'
import type { RedisClient } from '../../../core/platform/redis/redis-connection.ts'
import type { Headers } from '../reply/headers.ts'
import { networkOf } from '../uwebsockets/remote-address.ts'
import { type Allowance, limitHit, SharedCount } from './shared-count.ts'

/** Requested mails to one address, so that nobody can flood the mailbox of somebody else. */
const MAILS_PER_HOUR = 5
const ORGANIZATIONS_PER_HOUR = 5

export function allowanceHeaders({ limit, remaining, resetsAt }: Allowance): Headers {
  const more = `X-RateLimit-Remaining: ${remaining}\r\nX-RateLimit-Reset: ${Math.ceil(resetsAt / 1000)}`
  return [['X-RateLimit-Limit', `${limit}\r\n${more}`]]
}

/**
 * The rate limits. Counts are in Redis, shared by all gateways, but no request waits for Redis. Each gateway
 * counts its own requests exactly. It adds them to Redis together 100 ms after the first one, and so learns
 * the others' counts. So a request costs no round trip. A client that uses n gateways can exceed its limit by
 * the requests that each admits in 100 ms, once in a window. Without Redis each gateway counts alone.
 */
export class RateLimits {
  readonly #users: SharedCount
  readonly #addresses: SharedCount
  readonly #attempts: RateLimiterRedis
  readonly #guesses: SharedCount
  readonly #attemptsFrom: RateLimiterRedis
  readonly #mails: RateLimiterRedis
  readonly #mailsFrom: RateLimiterRedis
  readonly #organizations: RateLimiterRedis

  constructor(redis: RedisClient, config: RuntimeConfig) {
    this.#users = new SharedCount(redis, {
      prefix: 'rate',
      points: config.rateLimitUserPerMinute,
      seconds: 60,
    })
    this.#addresses = new SharedCount(redis, {
      prefix: 'rate:address',
      points: config.rateLimitAddressPerMinute,
      seconds: 60,
    })
    const perAccount = config.rateLimitAuthenticationPer30Minutes
    this.#attempts = limiter(redis, 'rate', perAccount, 30 * 60)
    this.#guesses = new SharedCount(redis, { prefix: 'rate:operator', points: perAccount, seconds: 30 * 60 })
    this.#organizations = limiter(redis, 'rate:organization', ORGANIZATIONS_PER_HOUR, 3600)
    this.#mails = limiter(redis, 'rate', MAILS_PER_HOUR, 3600)
    const perAddress = config.rateLimitAuthenticationAddressPer30Minutes
    this.#attemptsFrom = limiter(redis, 'rate:password-address', perAddress, 30 * 60)
    this.#mailsFrom = limiter(redis, 'rate:mail-address', perAddress, 30 * 60)
  }

  /** Counts a request of an authenticated user. Throws RATE_LIMIT_HIT (429) over the limit. */
  takeForUser(realm: RealmId, user: UserId): Allowance {
    return this.#users.take(`{realm:${realm}}:user:${user}`)
  }

  /** Counts a request without valid credentials. Throws RATE_LIMIT_HIT (429) over the limit. */
  takeForAddress(address: string): Allowance {
    return this.#addresses.take(networkOf(address))
  }

  /**
   * Counts an attempt to log in by password, for the account and for the address. Waits for Redis. Throws
   * RATE_LIMIT_HIT (429).
   */
  async takeForAuthentication(realm: RealmId, username: string, address: string): Promise<void> {
    await consume(this.#attemptsFrom, networkOf(address))
    await consume(this.#attempts, attemptKey(realm, username))
  }

  /** Counts an organization created without a link. Waits for Redis. Throws RATE_LIMIT_HIT (429). */
  async takeForOrganization(address: string): Promise<void> {
    await consume(this.#organizations, networkOf(address))
  }

  /**
   * Counts a mail that an unidentified visitor requests, or a person to a new address. Waits for Redis.
   * Throws RATE_LIMIT_HIT (429).
   */
  async takeForMail(realm: RealmId, email: string, address: string): Promise<void> {
    await consume(this.#mailsFrom, networkOf(address))
    await consume(this.#mails, `{realm:${realm}}:mail:${email.toLowerCase().slice(0, 254)}`)
  }

  /**
   * After a successful attempt: resets the count of the account, and takes one attempt off the count of the
   * address.
   */
  async forgiveAuthentication(realm: RealmId, username: string, address: string): Promise<void> {
    await this.#attempts.delete(attemptKey(realm, username))
    await this.#attemptsFrom.reward(networkOf(address), 1)
  }

  /** Counts a wrong operator password. */
  takeForGuess(address: string): void {
    this.#guesses.take(networkOf(address))
  }

  /** Throws RATE_LIMIT_HIT (429) after too many wrong operator passwords from this network. */
  refuseGuessing(address: string): void {
    this.#guesses.refuse(networkOf(address))
  }

  /** Sends the counts that Redis does not have yet. */
  async close(): Promise<void> {
    await Promise.all([this.#users, this.#addresses, this.#guesses].map((count) => count.close()))
  }
}

/** Throws RATE_LIMIT_HIT (429). */
async function consume(limit: RateLimiterRedis, key: string): Promise<void> {
  try {
    await limit.consume(key)
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) throw limitHit(refusal.msBeforeNext)
    throw refusal
  }
}

function limiter(redis: RedisClient, keyPrefix: string, points: number, duration: number): RateLimiterRedis {
  return new RateLimiterRedis({
    storeClient: redis,
    keyPrefix,
    points,
    duration,
    rejectIfRedisNotReady: true,
    insuranceLimiter: new RateLimiterMemory({ points, duration }),
  })
}

const attemptKey = (realm: RealmId, username: string): string =>
  `{realm:${realm}}:password:${username.toLowerCase().slice(0, 200)}`
