import { createHash, randomBytes } from 'node:crypto'
import type { Cluster, Redis } from 'ioredis'
import type { RuntimeConfig } from '../../config/environment.ts'
import { ApiError } from '../../core/platform/errors.ts'
import type { RealmId, UserId } from '../../core/platform/ids.ts'
import { redisFailureOf } from '../../core/platform/redis.ts'
import { countRedis } from '../../core/platform/round-trips.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import { readCookie, setCookie } from './cookies.ts'
import { CSRF_COOKIE, CSRF_SECONDS, CsrfTokens } from './csrf.ts'
import type { Headers } from './exchange.ts'

const DAY = 24 * 3600

/** Channel of Redis on which the names of sessions are told that end by a log-out. */
export const ENDED_SESSIONS = 'sessions:ended'

/** A browser drops its cookie after a year, however much the session is used. */
const COOKIE_SECONDS = 365 * DAY

/** Whose session it is, and the versions of the account it was begun with: a step of either ends it. */
export interface SessionHolder {
  readonly user: UserId
  readonly keyVersion: number
  readonly sessionVersion: number
}

/**
 * The sessions of browsers. They live in Redis, shared by all gateways, under the hash of a random id that the
 * browser alone has, until they are not used for SESSION_DAYS. Losing Redis costs a log-in.
 */
export class Sessions {
  readonly csrf: CsrfTokens
  readonly isSecure: boolean
  readonly #redis: Redis | Cluster
  readonly #seconds: number
  readonly #cookie: string

  constructor(redis: Redis | Cluster, config: RuntimeConfig) {
    this.#redis = redis
    this.#seconds = config.sessionDays * DAY
    this.csrf = new CsrfTokens(config.secretKey)
    this.isSecure = config.rootUrl.startsWith('https:')
    // Browsers take a cookie of this name from this very host alone, and over https.
    this.#cookie = this.isSecure ? '__Host-sessionid' : 'sessionid'
  }

  /** The id that a browser sends in its Cookie header; undefined without one. It may be no session's. */
  idIn(cookie: string): string | undefined {
    const id = cookie === '' ? undefined : readCookie(cookie, this.#cookie)
    return id !== undefined && /^[\w-]{43}$/.test(id) ? id : undefined
  }

  /** Begins a session of a user, and returns the cookies that make it the browser's. */
  async start(realm: RealmId, { id: user, keyVersion, sessionVersion }: UserRecord): Promise<Headers> {
    const id = randomBytes(32).toString('base64url')
    const holder: SessionHolder = { user, keyVersion, sessionVersion }
    await this.#ask((redis) =>
      redis.set(sessionKey(realm, sessionName(id)), JSON.stringify(holder), 'EX', this.#seconds),
    )
    return this.#cookies(id, COOKIE_SECONDS)
  }

  /** Whose session this is, and lets it live on; undefined when it is none of the realm's. */
  async holder(realm: RealmId, id: string): Promise<SessionHolder | undefined> {
    const found = await this.#ask((redis) =>
      redis.getex(sessionKey(realm, sessionName(id)), 'EX', this.#seconds),
    )
    return found === null ? undefined : (JSON.parse(found) as SessionHolder)
  }

  /** Whether the session of a name (`sessionName`) goes on. */
  async isThere(realm: RealmId, name: string): Promise<boolean> {
    return (await this.#ask((redis) => redis.exists(sessionKey(realm, name)))) === 1
  }

  /** Ends a session, tells all gateways, and returns what makes the browser forget it. */
  async end(realm: RealmId, id: string): Promise<Headers> {
    const name = sessionName(id)
    await this.#ask((redis) => redis.del(sessionKey(realm, name)))
    await this.#ask((redis) => redis.publish(ENDED_SESSIONS, name))
    return this.#cookies('', 0)
  }

  #cookies(id: string, maxAge: number): Headers {
    const { isSecure } = this
    const token = id === '' ? '' : this.csrf.ofSession(id)
    const csrfAge = Math.min(maxAge, CSRF_SECONDS)
    return [
      setCookie(this.#cookie, id, { maxAge, isSecure }),
      setCookie(CSRF_COOKIE, token, { maxAge: csrfAge, isSecure, isReadable: true }),
    ]
  }

  /** Throws SESSIONS_UNAVAILABLE (503) while Redis is away or takes no writes. */
  async #ask<T>(command: (redis: Redis | Cluster) => Promise<T>): Promise<T> {
    countRedis(1)
    try {
      return await command(this.#redis)
    } catch (error) {
      if (redisFailureOf(error) === undefined) throw error
      throw new ApiError('Sessions are unavailable, try again', {
        code: 'SESSIONS_UNAVAILABLE',
        status: 503,
        extra: { 'retry-after': 1 },
      })
    }
  }
}

/** What tells sessions apart without letting anybody use them: the hash of a session's id. */
export const sessionName = (id: string): string => createHash('sha256').update(id).digest('base64url')

/** Where Redis keeps the session of a name. */
export const sessionKey = (realm: RealmId, name: string): string => `session:{realm:${realm}}:${name}`
