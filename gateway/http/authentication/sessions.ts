import { createHash, randomBytes } from 'node:crypto'
import type { RuntimeConfig } from '../../../config/environment.ts'
import { DESKTOP_WAIT_SECONDS } from '../../../config/limits.ts'
import { PENDING_SECONDS } from '../../../core/people/authentication/pending-log-ins.ts'
import type { RealmId, UserId } from '../../../core/platform/ids.ts'
import { countRedis } from '../../../core/platform/log/round-trips.ts'
import { redisFailureOf } from '../../../core/platform/redis/redis.ts'
import type { RedisClient } from '../../../core/platform/redis/redis-connection.ts'
import type { UserRecord } from '../../../core/state/users/record.ts'
import { sessionsUnavailable } from '../errors/errors.ts'
import type { Header, Headers } from '../reply/headers.ts'
import { nameOfCookie, readCookie, setCookie } from './cookies.ts'
import { isCurrent } from './credentials.ts'
import { CsrfTokens } from './csrf.ts'
import { KnownDevices } from './known-devices.ts'
import { OwnOrigin } from './own-origin.ts'
import { SessionList, type SessionNote, type SessionSource } from './session-list.ts'

const DAY = 24 * 3600

/** Redis channel that publishes the names of sessions that end by a log-out. */
export const ENDED_SESSIONS = 'sessions:ended'

/** A browser drops the cookie after a year, even if the session is in use. */
const COOKIE_SECONDS = 365 * DAY

/** For this long after a log-in, people change how they log in without proving again who they are. */
export const CONFIRMED_SECONDS = 600

/** The request of a browser. */
export interface BrowserSource extends SessionSource {
  /** The Cookie header; empty without one. */
  readonly cookie: string
}

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
  readonly #list: SessionList
  readonly #redis: RedisClient
  readonly #seconds: number
  readonly #isSecure: boolean
  readonly #cookie: string
  readonly #pendingCookie: string
  readonly #waitingCookie: string

  constructor(redis: RedisClient, config: RuntimeConfig) {
    this.#redis = redis
    this.#seconds = config.sessionDays * DAY
    this.#list = new SessionList(redis, this.#seconds)
    this.#isSecure = config.rootUrl.startsWith('https:')
    this.origins = new OwnOrigin(config.rootUrl)
    this.csrf = new CsrfTokens(config.secretKey, this.origins, this.#isSecure)
    this.devices = new KnownDevices(config.secretKey, this.#isSecure)
    this.#cookie = nameOfCookie('sessionid', this.#isSecure)
    this.#pendingCookie = nameOfCookie('login', this.#isSecure)
    this.#waitingCookie = nameOfCookie('desktop', this.#isSecure)
  }

  /** The session id in a Cookie header; undefined without one. The session need not exist. */
  idIn(cookie: string): string | undefined {
    const id = cookie === '' ? undefined : readCookie(cookie, this.#cookie)
    return id !== undefined && /^[\w-]{43}$/.test(id) ? id : undefined
  }

  /** The token of a log-in that waits for its second step (`PendingLogIns`); undefined without one. */
  pendingIn(cookie: string): string | undefined {
    const token = readCookie(cookie, this.#pendingCookie)
    return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined
  }

  /** The cookie that keeps the token of a log-in between its steps; without a token it is removed. */
  pendingCookie(token = ''): Header {
    const maxAge = token === '' ? 0 : PENDING_SECONDS
    return setCookie(this.#pendingCookie, token, { maxAge, isSecure: this.#isSecure })
  }

  /**
   * Whether a page here waits for the token of a browser, as a desktop app does. Links of other sites never
   * come with this cookie, so that they cannot log anybody in to an account of their choice.
   */
  isWaitingIn(cookie: string): boolean {
    return readCookie(cookie, this.#waitingCookie) === '1'
  }

  /** The cookie of a page that waits for the token of a browser, or its removal. */
  waitingCookie(isWaiting: boolean): Header {
    const options = { isSecure: this.#isSecure, isStrict: true }
    return isWaiting
      ? setCookie(this.#waitingCookie, '1', { ...options, maxAge: DESKTOP_WAIT_SECONDS })
      : setCookie(this.#waitingCookie, '', { ...options, maxAge: 0 })
  }

  /**
   * Starts a session of a user in the browser of a request, which becomes a known device of the user. Returns
   * the cookies to set in the browser.
   */
  async start(realm: RealmId, holding: UserRecord, from: BrowserSource): Promise<Headers> {
    const { id: user, keyVersion, sessionVersion } = holding
    const id = randomBytes(32).toString('base64url')
    const name = sessionName(id)
    const holder: SessionHolder = { user, keyVersion, sessionVersion }
    await this.#run((redis) =>
      redis.set(sessionKey(realm, name), JSON.stringify(holder), 'EX', this.#seconds),
    )
    await this.confirm(realm, name)
    const excess = await this.#run(() => this.#list.begin(realm, user, name, from))
    for (const one of excess) await this.endNamed(realm, user, one)
    return [...this.#cookies(id, from.cookie), this.devices.remember(realm, holding, from.cookie)]
  }

  /** The owner of a session of the realm, whose lifetime starts again; undefined for an unknown id. */
  async holder(realm: RealmId, id: string, from: SessionSource): Promise<SessionHolder | undefined> {
    const name = sessionName(id)
    const found = await this.#run((redis) => redis.getex(sessionKey(realm, name), 'EX', this.#seconds))
    if (found === null) return undefined
    const holder = JSON.parse(found) as SessionHolder
    // A note that fails costs its owner a line of the list of devices, and nobody the request.
    if (this.#list.isDue(name)) this.#list.use(realm, holder.user, name, from).catch(() => undefined)
    return holder
  }

  /** Whether there is a session with this name (`sessionName`). */
  async exists(realm: RealmId, name: string): Promise<boolean> {
    return (await this.#run((redis) => redis.exists(sessionKey(realm, name)))) === 1
  }

  /** Notes that the owner of a session has just proved who it is. */
  async confirm(realm: RealmId, name: string): Promise<void> {
    await this.#run((redis) => redis.set(confirmedKey(realm, name), '1', 'EX', CONFIRMED_SECONDS))
  }

  /** Whether the owner has logged in, or proved it again, within CONFIRMED_SECONDS. */
  async isConfirmed(realm: RealmId, name: string): Promise<boolean> {
    return (await this.#run((redis) => redis.exists(confirmedKey(realm, name)))) === 1
  }

  /** The sessions of a user that have not ended, by their names, the last used first. */
  async of(realm: RealmId, user: UserRecord): Promise<(SessionNote & { readonly name: string })[]> {
    const notes = [...(await this.#run(() => this.#list.of(realm, user.id)))]
    if (notes.length === 0) return []
    const keys = notes.map(([name]) => sessionKey(realm, name))
    const holders = await this.#run((redis) => redis.mget(...keys))
    const isOpen = (index: number) => {
      const holder = holders[index] == null ? undefined : (JSON.parse(holders[index]!) as SessionHolder)
      return holder?.user === user.id && isCurrent(holder, user)
    }
    const ended = notes.filter((_note, index) => !isOpen(index)).map(([name]) => name)
    await this.#run(() => this.#list.forget(realm, user.id, ended))
    return notes
      .filter((_note, index) => isOpen(index))
      .map(([name, note]) => ({ name, ...note }))
      .sort((a, b) => b.usedAt - a.usedAt)
  }

  /**
   * Ends a session and notifies all gateways. Returns the cookies that remove it from the browser with this
   * Cookie header.
   */
  async end(realm: RealmId, id: string, cookie: string): Promise<Headers> {
    await this.#endKey(realm, sessionName(id))
    return this.#cookies('', cookie)
  }

  /** Ends the session of a user with this name, and notifies all gateways. */
  async endNamed(realm: RealmId, user: UserId, name: string): Promise<void> {
    await this.#endKey(realm, name)
    await this.#run(() => this.#list.forget(realm, user, [name]))
  }

  async #endKey(realm: RealmId, name: string): Promise<void> {
    await this.#run((redis) => redis.del(sessionKey(realm, name), confirmedKey(realm, name)))
    await this.#run((redis) => redis.publish(ENDED_SESSIONS, name))
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

const confirmedKey = (realm: RealmId, name: string): string => `session-confirmed:{realm:${realm}}:${name}`
