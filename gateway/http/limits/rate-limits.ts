import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RuntimeConfig } from '../../../config/environment.ts'
import { MAX_REQUEST_LIMIT } from '../../../config/limits.ts'
import type { RealmId, UserId } from '../../../core/platform/ids.ts'
import type { RedisClient } from '../../../core/platform/redis/redis-connection.ts'
import type { RealmRecord } from '../../../core/state/realm/record.ts'
import type { AttemptKind, MailKind } from '../endpoint/call.ts'
import type { Headers } from '../reply/headers.ts'
import { networkOf } from '../uwebsockets/remote-address.ts'
import { type Allowance, limitHit, SharedCount } from './shared-count.ts'

/** Mails of one kind to one address that one source requests. */
const MAILS_PER_HOUR = 5
/**
 * The same of all sources together except known devices, so that nobody can flood the mailbox of somebody
 * else.
 */
const MAILS_OF_ALL_PER_HOUR = 10
const ORGANIZATIONS_PER_HOUR = 5

/**
 * The source of an attempt or of a requested mail. Each has a count of its own, so strangers cannot use up
 * the attempts of the owner of an account.
 * - `network`: as `networkOf` returns it.
 * - `device`: the name of a device on which the account has logged in before.
 * - `user`: the caller, who is logged in.
 */
export type Source = { readonly network: string } | { readonly device: string } | { readonly user: UserId }

type LimitedRealm = Pick<RealmRecord, 'id'> & Partial<Pick<RealmRecord, 'maxRequestsPerMinute'>>

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
  readonly #files: SharedCount
  readonly #ofOrganizations: SharedCount
  readonly #attempts: RateLimiterRedis
  readonly #attemptsOn: RateLimiterRedis
  readonly #guesses: SharedCount
  readonly #attemptsFrom: RateLimiterRedis
  readonly #mails: RateLimiterRedis
  readonly #mailsOfAll: RateLimiterRedis
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
    this.#ofOrganizations = new SharedCount(redis, {
      prefix: 'rate',
      points: MAX_REQUEST_LIMIT,
      seconds: 60,
    })
    this.#files = new SharedCount(redis, {
      prefix: 'rate:files',
      points: config.rateLimitFilesPerMinute,
      seconds: 60,
    })
    const perAccount = config.rateLimitAuthenticationPer30Minutes
    this.#attempts = limiter(redis, 'rate', perAccount, 30 * 60)
    const ofAll = config.rateLimitAuthenticationAccountPer30Minutes
    this.#attemptsOn = limiter(redis, 'rate:account', ofAll, 30 * 60)
    this.#guesses = new SharedCount(redis, { prefix: 'rate:operator', points: perAccount, seconds: 30 * 60 })
    this.#organizations = limiter(redis, 'rate:organization', ORGANIZATIONS_PER_HOUR, 3600)
    this.#mails = limiter(redis, 'rate', MAILS_PER_HOUR, 3600)
    this.#mailsOfAll = limiter(redis, 'rate:account', MAILS_OF_ALL_PER_HOUR, 3600)
    const perAddress = config.rateLimitAuthenticationAddressPer30Minutes
    this.#attemptsFrom = limiter(redis, 'rate:password-address', perAddress, 30 * 60)
    this.#mailsFrom = limiter(redis, 'rate:mail-address', perAddress, 30 * 60)
  }

  /**
   * Counts a request of an authenticated user: for the user, and for the organization if an operator has
   * limited it. Throws RATE_LIMIT_HIT (429) over a limit.
   */
  takeForUser({ id, maxRequestsPerMinute }: LimitedRealm, user: UserId): Allowance {
    const allowance = this.#users.take(`{realm:${id}}:user:${user}`)
    this.#takeOfOrganization(id, maxRequestsPerMinute)
    return allowance
  }

  #takeOfOrganization(id: RealmId, limit: number | null | undefined): void {
    if (limit != null) this.#ofOrganizations.take(`{realm:${id}}:requests`, limit)
  }

  /** Counts a request without valid credentials. Throws RATE_LIMIT_HIT (429) over the limit. */
  takeForAddress(address: string): Allowance {
    return this.#addresses.take(networkOf(address))
  }

  /**
   * Counts a request of anybody for a file or another page of the server. Throws RATE_LIMIT_HIT (429) over
   * the limit.
   */
  takeForFile(address: string): void {
    this.#files.take(networkOf(address))
  }

  /**
   * Counts an attempt to log in by password, or by a code: for the account and the source; from a network
   * also for the network with all accounts, and for the account with all networks. Waits for Redis. Throws
   * RATE_LIMIT_HIT (429).
   */
  async takeForAuthentication(
    realm: RealmId,
    username: string,
    source: Source,
    kind: AttemptKind = 'password',
  ): Promise<void> {
    const account = accountKey(realm, kind, username)
    if ('network' in source) await consume(this.#attemptsFrom, source.network)
    await consume(this.#attempts, fromSource(account, source))
    // Last, so that the refused attempts of one network do not count against all.
    if ('network' in source) await consume(this.#attemptsOn, account)
  }

  /** Counts an organization created without a link. Waits for Redis. Throws RATE_LIMIT_HIT (429). */
  async takeForOrganization(address: string): Promise<void> {
    await consume(this.#organizations, networkOf(address))
  }

  /**
   * Counts a requested mail to an address: for the address, the kind and the source; for all sources but
   * known devices together; and for the network. Waits for Redis. Throws RATE_LIMIT_HIT (429). `about` keeps
   * counts of one kind apart.
   */
  async takeForMail(
    realm: RealmId,
    { kind, email, about = '' }: { readonly kind: MailKind; readonly email: string; readonly about?: string },
    source: Source,
  ): Promise<void> {
    const mailbox = accountKey(realm, `mail:${kind}${about === '' ? '' : `:${hashOf(about)}`}`, email)
    if ('network' in source) await consume(this.#mailsFrom, source.network)
    await consume(this.#mails, fromSource(mailbox, source))
    if (!('device' in source)) await consume(this.#mailsOfAll, mailbox)
  }

  /**
   * After a successful attempt: resets the count of the account and the source, and takes one attempt off the
   * other counts.
   */
  async forgiveAuthentication(
    realm: RealmId,
    username: string,
    source: Source,
    kind: AttemptKind = 'password',
  ): Promise<void> {
    const account = accountKey(realm, kind, username)
    await this.#attempts.delete(fromSource(account, source))
    if (!('network' in source)) return
    await this.#attemptsFrom.reward(source.network, 1)
    await this.#attemptsOn.reward(account, 1)
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
    await Promise.all(
      [this.#users, this.#addresses, this.#files, this.#ofOrganizations, this.#guesses].map((count) =>
        count.close(),
      ),
    )
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

const accountKey = (realm: RealmId, what: string, address: string): string =>
  `{realm:${realm}}:${what}:${counted(address)}`

/**
 * One spelling of the names that a directory takes for the same one (RFC 4518; Active Directory also ignores
 * accents). Otherwise each spelling of a name had guesses of its own.
 */
const counted = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u1806\ufffc]/gu, '')
    .toLowerCase()
    .slice(0, 254)

/** A space, which no address contains, ends the address. */
function fromSource(account: string, source: Source): string {
  if ('network' in source) return `${account} from ${source.network}`
  return 'device' in source ? `${account} device ${source.device}` : `${account} user ${source.user}`
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16)
