import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RuntimeConfig } from '../../config/environment.ts'
import { type ApiError, rateLimitHit } from '../../core/platform/errors.ts'
import type { RealmId, UserId } from '../../core/platform/ids.ts'
import type { RedisClient } from '../../core/platform/redis-connection.ts'
import type { Headers } from './headers.ts'
import { networkOf } from './remote-address.ts'

/** Counts are sent to Redis together after this time, in milliseconds. */
const FLUSH_MS = 100
const SWEEP_MS = 60_000
/** Requested mails to one address, so that nobody can flood the mailbox of somebody else. */
const MAILS_PER_HOUR = 5
const ORGANIZATIONS_PER_HOUR = 5

/** The rest of a limit, after a request was counted. */
export interface Allowance {
  readonly limit: number
  readonly remaining: number
  /** Unix milliseconds at which the window ends and the count starts again. */
  readonly resetsAt: number
}

export function allowanceHeaders({ limit, remaining, resetsAt }: Allowance): Headers {
  const more = `X-RateLimit-Remaining: ${remaining}\r\nX-RateLimit-Reset: ${Math.ceil(resetsAt / 1000)}`
  return [['X-RateLimit-Limit', `${limit}\r\n${more}`]]
}

/**
 * The rate limits. Counts are in Redis, shared by all gateways, but no request waits for Redis: each gateway counts its
 * own requests exactly, adds them to Redis together 100 ms after the first, and so learns the counts of the others. So a
 * request costs no round trip. A client that uses n gateways can exceed its limit by what each admits in 100 ms, once in
 * a window. Without Redis each gateway counts alone.
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
    this.#users = new SharedCount(limiter(redis, 'rate', config.rateLimitUserPerMinute, 60))
    this.#addresses = new SharedCount(limiter(redis, 'rate:address', config.rateLimitAddressPerMinute, 60))
    const perAccount = config.rateLimitAuthenticationPer30Minutes
    this.#attempts = limiter(redis, 'rate', perAccount, 30 * 60)
    this.#guesses = new SharedCount(limiter(redis, 'rate:operator', perAccount, 30 * 60))
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

  /** Counts a mail that an unidentified visitor requests. Waits for Redis. Throws RATE_LIMIT_HIT (429). */
  async takeForMail(realm: RealmId, email: string, address: string): Promise<void> {
    await consume(this.#mailsFrom, networkOf(address))
    await consume(this.#mails, `{realm:${realm}}:mail:${email.toLowerCase().slice(0, 254)}`)
  }

  /** After a successful attempt: resets the count of the account, and takes one attempt off the count of the address. */
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

interface Window {
  /** Requests in this window that this gateway knows about, including its own. */
  taken: number
  /** Requests of this gateway that Redis does not have yet. */
  unsent: number
  /** Unix milliseconds. */
  resetsAt: number
}

/** One limit for many keys, counted as `RateLimits` describes. */
class SharedCount {
  readonly #limiter: RateLimiterRedis
  readonly #windows = new Map<string, Window>()
  readonly #unsent = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #sweptAt = Date.now()

  constructor(limiter: RateLimiterRedis) {
    this.#limiter = limiter
  }

  take(key: string): Allowance {
    const now = Date.now()
    let window = this.#windows.get(key)
    if (window === undefined || window.resetsAt <= now) {
      window = { taken: 0, unsent: 0, resetsAt: now + this.#limiter.duration * 1000 }
      this.#windows.set(key, window)
    }
    const limit = this.#limiter.points
    if (window.taken >= limit) throw limitHit(window.resetsAt - now)
    window.taken++
    window.unsent++
    this.#unsent.add(key)
    this.#timer ??= setTimeout(() => void this.#flush(), FLUSH_MS).unref()
    return { limit, remaining: limit - window.taken, resetsAt: window.resetsAt }
  }

  /** Throws when one more would exceed the limit; counts nothing. */
  refuse(key: string): void {
    const window = this.#windows.get(key)
    const left = window === undefined ? 0 : window.resetsAt - Date.now()
    if (window !== undefined && left > 0 && window.taken >= this.#limiter.points) throw limitHit(left)
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#flush()
  }

  async #flush(): Promise<void> {
    this.#timer = undefined
    const keys = [...this.#unsent]
    this.#unsent.clear()
    await Promise.all(keys.map((key) => this.#send(key)))
    const now = Date.now()
    if (now - this.#sweptAt < SWEEP_MS) return
    this.#sweptAt = now
    for (const [key, { resetsAt }] of this.#windows) if (resetsAt <= now) this.#windows.delete(key)
  }

  async #send(key: string): Promise<void> {
    const window = this.#windows.get(key)
    if (window === undefined || window.unsent === 0) return
    const points = window.unsent
    window.unsent = 0
    const total = await this.#limiter.consume(key, points).catch((refusal: unknown) => refusal)
    // Anything else is an error of Redis; this gateway continues with its own count.
    if (!(total instanceof RateLimiterRes)) return
    window.taken = total.consumedPoints + window.unsent
    window.resetsAt = Date.now() + total.msBeforeNext
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

const limitHit = (milliseconds: number): ApiError => rateLimitHit(Math.max(milliseconds, 1) / 1000)

const attemptKey = (realm: RealmId, username: string): string =>
  `{realm:${realm}}:password:${username.toLowerCase().slice(0, 200)}`
