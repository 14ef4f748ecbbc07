import { createHash, randomBytes } from 'node:crypto'
import type { RuntimeConfig } from '../../../config/environment.ts'
import type { RealmId, UserId } from '../../../core/platform/ids.ts'
import { countRedis } from '../../../core/platform/log/round-trips.ts'
import { redisFailureOf } from '../../../core/platform/redis/redis.ts'
import type { RedisClient } from '../../../core/platform/redis/redis-connection.ts'
import type { UserRecord } from '../../../core/state/users/record.ts'
import { sessionsUnavailable } from '../errors/errors.ts'
import type { Headers } from '../reply/headers.ts'
import { nameOfCookie, readCookie, setCookie } from './cookies.ts'
import { CsrfTokens } from './csrf.ts'
import { KnownDevices } from './known-devices.ts'
import { OwnOrigin } from './own-origin.ts'

const DAY = 24 * 3600

/** Redis channel that publishes the names of sessions that end by a log-out. */
export const ENDED_SESSIONS = 'sessions:ended'

/** A browser drops the cookie after a year, even if the session is in use. */
const COOKIE_SECONDS = 365 * DAY

/**
 * The owner of a session, and the versions of the account when it started. A change of either version ends
 * it.
 */
export interface SessionHolder {
  readonly user: UserId
  readonly keyVersion: number
  readonly sessionVersion: number
}

/**
 * The sessions of browsers, in Redis, shared by all gateways. Their keys are hashes of random ids that only
 * the browsers have. A session ends when it is not used for SESSION_DAYS. Losing Redis logs everybody out.
 */
export class Sessions {
  readonly csrf: CsrfTokens
  readonly devices: KnownDevices
  readonly origins: OwnOrigin
  readonly #redis: RedisClient
  readonly #seconds: number
  readonly #isSecure: boolean
  readonly #cookie: string

  constructor(redis: RedisClient, config: RuntimeConfig) {
    this.#redis = redis
    this.#seconds = config.sessionDays * DAY
    this.#isSecure = config.rootUrl.startsWith('https:')
    this.origins = new OwnOrigin(config.rootUrl)
    this.csrf = new CsrfTokens(config.secretKey, this.origins, this.#isSecure)
    this.devices = new KnownDevices(config.secretKey, this.#isSecure)
    this.#cookie = nameOfCookie('sessionid', this.#isSecure)
  }

  /** The session id in a Cookie header; undefined without one. The session need not exist. */
  idIn(cookie: string): string | undefined {
    const id = cookie === '' ? undefined : readCookie(cookie, this.#cookie)
    return id !== undefined && /^[\w-]{43}$/.test(id) ? id : undefined
  }

  /**
   * Starts a session of a user in the browser with this Cookie header, which becomes a known device of the
   * user. Returns the cookies to set in the browser.
   */
  async start(realm: RealmId, holding: UserRecord, cookie: string): Promise<Headers> {
    const { id: user, keyVersion, sessionVersion } = holding
    const id = randomBytes(32).toString('base64url')
    const holder: SessionHolder = { user, keyVersion, sessionVersion }
    await this.#run((redis) =>
      redis.set(sessionKey(realm, sessionName(id)), JSON.stringify(holder), 'EX', this.#seconds),
    )
    return [...this.#cookies(id, cookie), this.devices.remember(realm, holding, cookie)]
  }

  /** The owner of a session of the realm, whose lifetime starts again; undefined for an unknown id. */
  async holder(realm: RealmId, id: string): Promise<SessionHolder | undefined> {
    const found = await this.#run((redis) =>
      redis.getex(sessionKey(realm, sessionName(id)), 'EX', this.#seconds),
    )
    return found === null ? undefined : (JSON.parse(found) as SessionHolder)
  }

  /** Whether there is a session with this name (`sessionName`). */
  async exists(realm: RealmId, name: string): Promise<boolean> {
    return (await this.#run((redis) => redis.exists(sessionKey(realm, name)))) === 1
  }

  /**
   * Ends a session and notifies all gateways. Returns the cookies that remove it from the browser with this
   * Cookie header.
   */
  async end(realm: RealmId, id: string, cookie: string): Promise<Headers> {
    const name = sessionName(id)
    await this.#run((redis) => redis.del(sessionKey(realm, name)))
    await this.#run((redis) => redis.publish(ENDED_SESSIONS, name))
    return this.#cookies('', cookie)
  }

  #cookies(id: string, cookie: string): Headers {
    const token = id === '' ? '' : this.csrf.ofSession(id)
    const options = { maxAge: id === '' ? 0 : COOKIE_SECONDS, isSecure: this.#isSecure }
    return [setCookie(this.#cookie, id, options), ...this.csrf.cookies(token, cookie)]
  }

  /** Throws SESSIONS_UNAVAILABLE (503) while Redis is unreachable or refuses writes. */
  async #run<T>(command: (redis: RedisClient) => Promise<T>): Promise<T> {
    countRedis(1)
    try {
      return await command(this.#redis)
    } catch (error) {
      if (redisFailureOf(error) === undefined) throw error
      throw sessionsUnavailable()
    }
  }
}

/** The name of a session: the hash of its id, which identifies the session but does not open it. */
export const sessionName = (id: string): string => createHash('sha256').update(id).digest('base64url')

/** The Redis key of the session with this name. */
export const sessionKey = (realm: RealmId, name: string): string => `session:{realm:${realm}}:${name}`
