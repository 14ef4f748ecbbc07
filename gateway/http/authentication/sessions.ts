import { createHash, randomBytes } from 'node:crypto'
import type { RuntimeConfig } from '../../../config/environment.ts'
import { DESKTOP_WAIT_SECONDS, PROVIDER_SESSION_SECONDS } from '../../../config/limits.ts'
import { logInExpired } from '../../../core/people/authentication/external/errors.ts'
import type { Proof, ProviderSession } from '../../../core/people/authentication/method.ts'
import { PENDING_SECONDS } from '../../../core/people/authentication/pending-log-ins.ts'
import type { RealmId, UserId } from '../../../core/platform/ids.ts'
import { countRedis } from '../../../core/platform/log/round-trips.ts'
import { redisFailureOf } from '../../../core/platform/redis/redis.ts'
import type { RedisClient } from '../../../core/platform/redis/redis-connection.ts'
import type { RealmRecord } from '../../../core/state/realm/record.ts'
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
/** A use within this time after the last noted one is not written. */
const NOTED_EVERY_SECONDS = 300
/** Organizations with a short idle time get notes that are more exact: this many in the idle time. */
const NOTES_IN_IDLE_TIME = 10

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

/** The organization of a session, whose settings say how long it lasts. */
export type SessionRealm = Pick<RealmRecord, 'id' | 'settings'>

/** The value in Redis. Times are in Unix seconds; a former version did not note them. */
interface Stored extends SessionHolder {
  readonly startedAt?: number
  readonly usedAt?: number
  /** Hours after which the provider of the log-in wants another one; 0 or absent for no such end. */
  readonly hours?: number
  /**
   * `ProviderSession.session`; null for a log-in that shares no log-outs with a provider. Absent where the
   * provider names no session, and in a former version.
   */
  readonly there?: string | null
}

/**
 * The sessions of browsers, in Redis, shared by all gateways. Their keys are hashes of random ids that only
 * the browsers have. A session ends when it is not used for SESSION_DAYS or for the shorter idle time of the
 * organization, and when it is older than the organization or the provider of the log-in allows. Losing Redis
 * logs everybody out.
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
  readonly #clock: () => number

  /** `clock`: the time in milliseconds since 1970. */
  constructor(redis: RedisClient, config: RuntimeConfig, clock: () => number = Date.now) {
    this.#redis = redis
    this.#clock = clock
    this.#seconds = config.sessionDays * DAY
    this.#list = new SessionList(redis, this.#seconds, clock)
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
   * Starts a session of a user in the browser of a request, which becomes a known device of the user.
   * `atProvider`: for `takeProvider`. `sessionHours`: how long it lasts at most; 0 for no such end. Returns
   * the cookies to set in the browser. Throws LOG_IN_EXPIRED when the session there has ended meanwhile.
   */
  async start(
    realm: SessionRealm,
    holding: UserRecord,
    from: BrowserSource,
    { atProvider, sessionHours: hours = 0 }: Pick<Proof, 'atProvider' | 'sessionHours'> = {},
  ): Promise<Headers> {
    const { id: user, keyVersion, sessionVersion } = holding
    const id = randomBytes(32).toString('base64url')
    const name = sessionName(id)
    const now = this.#now()
    const there = atProvider === undefined ? null : atProvider.session
    if (typeof there === 'string' && (await this.#hasEnded(realm.id, there))) throw logInExpired()
    const stored: Stored = { user, keyVersion, sessionVersion, startedAt: now, usedAt: now, hours, there }
    await this.#run((redis) =>
      redis.set(sessionKey(realm, name), JSON.stringify(stored), 'EX', this.#secondsLeft(realm, stored)),
    )
    await this.confirm(realm.id, name)
    if (atProvider?.kept !== undefined) await this.#keepProvider(realm.id, name, atProvider)
    const excess = await this.#run(() => this.#list.begin(realm.id, user, name, from))
    for (const one of excess) await this.endNamed(realm, user, one)
    return [...this.#cookies(id, from.cookie), this.devices.remember(realm.id, holding, from.cookie)]
  }

  async #keepProvider(realm: RealmId, name: string, value: ProviderSession): Promise<void> {
    const text = JSON.stringify(value)
    await this.#run((redis) => redis.set(providerKey(realm, name), text, 'EX', PROVIDER_SESSION_SECONDS))
  }

  /** Takes, once, what the session with this name keeps for the log-out at its provider. */
  async takeProvider(realm: RealmId, name: string): Promise<ProviderSession | undefined> {
    const found = await this.#run((redis) => redis.getdel(providerKey(realm, name)))
    return found === null ? undefined : (JSON.parse(found) as ProviderSession)
  }

  /**
   * A session may let in another one, such as that of a desktop app. Returns what the new one takes over: the
   * hours that are left, and the session at the provider, whose end ends both.
   */
  async meansOf(realm: SessionRealm, name: string): Promise<Pick<Proof, 'atProvider' | 'sessionHours'>> {
    const keys = [sessionKey(realm, name), providerKey(realm.id, name)]
    const [found, kept] = await this.#run((redis) => redis.mget(...keys))
    if (found == null) return {}
    const { there, hours = 0, startedAt = this.#now() } = JSON.parse(found) as Stored
    const left = Math.max(hours - (this.#now() - startedAt) / 3600, 1 / 3600)
    const known = kept == null ? undefined : (JSON.parse(kept) as ProviderSession)
    return {
      sessionHours: hours === 0 ? 0 : left,
      ...(there !== null && { atProvider: known ?? { method: '', session: there } }),
    }
  }

  /**
   * The owner of a session of the realm; undefined for an unknown id and a session that is too old. `isUse`:
   * the request restarts the idle time, which is written to Redis every few minutes only.
   */
  async holder(
    realm: SessionRealm,
    id: string,
    from: SessionSource,
    isUse = true,
  ): Promise<SessionHolder | undefined> {
    const name = sessionName(id)
    const found = await this.#run((redis) => redis.get(sessionKey(realm, name)))
    if (found === null) return undefined
    const stored = JSON.parse(found) as Stored
    if (this.#secondsLeft(realm, stored) <= 0) {
      await this.endNamed(realm, stored.user, name)
      return undefined
    }
    // A note that fails is written with the next request.
    if (isUse && this.#isDue(realm, stored))
      await this.#noteUse(realm, name, stored, from).catch(() => undefined)
    return stored
  }

  /** Restarts the idle time of the session with this name, unless it was noted lately. */
  async use(realm: SessionRealm, name: string, from: SessionSource): Promise<void> {
    const found = await this.#run((redis) => redis.get(sessionKey(realm, name)))
    if (found === null) return
    const stored = JSON.parse(found) as Stored
    if (this.#isDue(realm, stored)) await this.#noteUse(realm, name, stored, from)
  }

  #isDue(realm: SessionRealm, { usedAt }: Stored): boolean {
    const every = Math.min(NOTED_EVERY_SECONDS, this.#idleSeconds(realm) / NOTES_IN_IDLE_TIME)
    return usedAt === undefined || this.#now() - usedAt >= every
  }

  async #noteUse(realm: SessionRealm, name: string, stored: Stored, from: SessionSource): Promise<void> {
    const now = this.#now()
    const used = { ...stored, startedAt: stored.startedAt ?? now, usedAt: now }
    const seconds = Math.max(1, this.#secondsLeft(realm, used))
    // XX: a session that has ended meanwhile stays ended.
    await this.#run((redis) => redis.set(sessionKey(realm, name), JSON.stringify(used), 'EX', seconds, 'XX'))
    await this.#list.use(realm.id, stored.user, name, from)
  }

  #idleSeconds({ settings }: SessionRealm): number {
    return Math.min(settings.session_idle_minutes * 60 || this.#seconds, this.#seconds)
  }

  /** Seconds until a session ends without further use. */
  #secondsLeft(realm: SessionRealm, { startedAt, usedAt, hours }: Stored): number {
    const now = this.#now()
    const [length, ofProvider] = [realm.settings.session_length_hours, hours].map(
      (limit) => (limit || Number.POSITIVE_INFINITY) * 3600,
    )
    const end = (startedAt ?? now) + Math.min(length!, ofProvider!)
    return Math.min((usedAt ?? now) + this.#idleSeconds(realm), end) - now
  }

  #now(): number {
    return Math.floor(this.#clock() / 1000)
  }

  /** Whether there is a session with this name (`sessionName`). */
  async exists(realm: SessionRealm, name: string): Promise<boolean> {
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
  async of(realm: SessionRealm, user: UserRecord): Promise<(SessionNote & { readonly name: string })[]> {
    const [notes, found] = await this.#storedOf(realm, user.id)
    const isOpen = (index: number) => {
      const stored = found[index]
      if (stored === undefined || this.#secondsLeft(realm, stored) <= 0) return false
      return stored.user === user.id && isCurrent(stored, user)
    }
    const ended = notes.filter((_note, index) => !isOpen(index)).map(([name]) => name)
    await this.#run(() => this.#list.forget(realm.id, user.id, ended))
    return notes
      .filter((_note, index) => isOpen(index))
      .map(([name, note]) => ({ name, ...note }))
      .sort((a, b) => b.usedAt - a.usedAt)
  }

  /**
   * Ends the sessions of a user that began in this session at a provider (`ProviderSession.session`). Also
   * ends sessions that do not know where they began, and log-ins that wait for a further step. Returns the
   * names of the ended sessions.
   */
  async endThere(realm: SessionRealm, user: UserId, there: string): Promise<string[]> {
    const seconds = 2 * PENDING_SECONDS
    await this.#run((redis) => redis.set(endedThereKey(realm.id, there), '1', 'EX', seconds))
    const [notes, found] = await this.#storedOf(realm, user)
    const ended = notes.flatMap(([name], index) => {
      const stored = found[index]
      const isOfIt = stored?.user === user && (stored.there === there || stored.there === undefined)
      return isOfIt ? [name] : []
    })
    for (const name of ended) await this.endNamed(realm, user, name)
    return ended
  }

  async #hasEnded(realm: RealmId, there: string): Promise<boolean> {
    return (await this.#run((redis) => redis.exists(endedThereKey(realm, there)))) === 1
  }

  /** The notes of a user's sessions, and beside each the session; undefined for one that has ended. */
  async #storedOf(
    realm: SessionRealm,
    user: UserId,
  ): Promise<[[string, SessionNote][], (Stored | undefined)[]]> {
    const notes = [...(await this.#run(() => this.#list.of(realm.id, user)))]
    if (notes.length === 0) return [[], []]
    const keys = notes.map(([name]) => sessionKey(realm, name))
    const found = await this.#run((redis) => redis.mget(...keys))
    return [notes, found.map((text) => (text === null ? undefined : (JSON.parse(text) as Stored)))]
  }

  /**
   * Ends a session and notifies all gateways. Returns the cookies that remove it from the browser with this
   * Cookie header.
   */
  async end(realm: SessionRealm, id: string, cookie: string): Promise<Headers> {
    await this.#endKey(realm, sessionName(id))
    return this.#cookies('', cookie)
  }

  /** Ends the session of a user with this name, and notifies all gateways. */
  async endNamed(realm: SessionRealm, user: UserId, name: string): Promise<void> {
    await this.#endKey(realm, name)
    await this.#run(() => this.#list.forget(realm.id, user, [name]))
  }

  async #endKey(realm: SessionRealm, name: string): Promise<void> {
    await this.#run((redis) =>
      redis.del(sessionKey(realm, name), confirmedKey(realm.id, name), providerKey(realm.id, name)),
    )
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

/**
 * The Redis key of the session with this name. It has the time when all sessions of the organization were
 * last ended, so that former sessions are no longer found.
 */
export function sessionKey({ id, settings }: SessionRealm, name: string): string {
  const endedAt = settings.sessions_ended_at
  return `session:{realm:${id}}:${endedAt === 0 ? '' : `${endedAt}:`}${name}`
}

const providerKey = (realm: RealmId, name: string): string => `session-provider:{realm:${realm}}:${name}`

const endedThereKey = (realm: RealmId, there: string): string =>
  `session-ended-there:{realm:${realm}}:${there}`

const confirmedKey = (realm: RealmId, name: string): string => `session-confirmed:{realm:${realm}}:${name}`
