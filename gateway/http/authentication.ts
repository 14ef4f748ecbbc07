import { databaseFailureOf } from '../../core/platform/db/failures.ts'
import { ApiError } from '../../core/platform/errors.ts'
import { realmDeactivated } from '../../core/state/realm/deactivated.ts'
import { letsSpectatorsIn } from '../../core/state/realm/spectators.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import { secretsEqual } from '../../core/state/users/api-key.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import { refusal, webhookRefusal } from './access.ts'
import type { Access } from './call.ts'
import type { Freshness } from './endpoint.ts'
import type { Allowance, RateLimits } from './rate-limits.ts'
import type { SessionHolder, Sessions } from './sessions.ts'

/** Finds the organization a request is for. `Realms` of core is one. */
export interface RealmDirectory {
  /** `host` is without a port. */
  byHost(host: string): Promise<RealmState | undefined>
}

/** The parts of a request that say who speaks. */
export interface Claim {
  /** Without the port. */
  readonly host: string
  /** The Authorization header; empty without one. */
  readonly authorization: string
  /** The Cookie header; empty without one. */
  readonly cookie: string
  readonly remoteAddress: string
}

/** What shows who speaks: an API key, or the session of a browser. */
export type ApiCredentialKind = 'key' | 'session'
/** `either`: the key and, without one, the session. */
export type CredentialKind = ApiCredentialKind | 'either'

/** How callers come to an endpoint. */
export interface Entrance {
  /** Default: true. */
  readonly rateLimited?: boolean
  /** Default: `key`. */
  readonly credential?: CredentialKind
  /** Incoming-webhook bots are let in too. Default: false. */
  readonly forWebhookBots?: boolean
  /** Default: `arrival`. */
  readonly freshness?: Freshness
}

export interface Identity {
  readonly realm: RealmState
  /** Undefined when the access lets callers stay anonymous and this one does. */
  readonly user: UserRecord | undefined
  /** Id of the session that it spoke by. */
  readonly session?: string
  /** What is left of the rate limit; undefined when the request does not count. */
  readonly allowance: Allowance | undefined
}

/** Most headers remembered as right for one realm. */
const MAX_ACCEPTED = 10_000

/** Compared with when there is no such user, so that both refusals take the same steps. */
const NOBODYS_KEY = 'x'.repeat(32)

/**
 * HTTP Basic authentication with e-mail and API key (spec.md "Authentication" 1), and who may call what.
 *
 * The state of a realm in memory may be milliseconds behind, so nobody is refused on it: a refusal first
 * brings the state up to date. That costs a query, so it counts against the rate limit before.
 */
export class Authentication {
  readonly #realms: RealmDirectory
  readonly #limits: RateLimits
  readonly #sessions: Sessions
  readonly #knownHosts = new Set<string>()
  /** Headers that were right, and what made them so: the comparison in constant time is done once. */
  readonly #accepted = new WeakMap<RealmState, Map<string, { user: UserRecord['id'] } & Credentials>>()

  constructor(realms: RealmDirectory, limits: RateLimits, sessions: Sessions) {
    this.#realms = realms
    this.#limits = limits
    this.#sessions = sessions
  }

  /**
   * Who calls an endpoint of this access, which incoming-webhook bots may call if it is `forWebhookBots`. Unless the
   * caller takes care of it (`freshness`), the realm then contains every change from before the call, and the user is
   * one that it lets in. Throws the ApiError to answer with: NONEXISTENT_SUBDOMAIN, REALM_DEACTIVATED, UNAUTHORIZED,
   * INVALID_API_KEY, USER_DEACTIVATED, RATE_LIMIT_HIT, SESSIONS_UNAVAILABLE, or that of `refusal`.
   */
  async identify(claim: Claim, access: Access, entrance: Entrance = {}): Promise<Identity> {
    const identity = await this.#identify(claim, access, entrance)
    const { realm, user } = identity
    // Spectators have no record that a handler could look up again.
    if ((entrance.freshness ?? 'arrival') !== 'arrival' && user !== undefined) return identity
    const { changedAt } = realm
    await realm.sync().catch((error) => {
      if (databaseFailureOf(error) !== 'away') throw error // what is in memory is served without Postgres
    })
    if (realm.changedAt === changedAt) return identity
    if (realm.record.isDeactivated) throw realmDeactivated()
    if (user !== undefined) {
      const now = await this.#identify(claim, access, { ...entrance, rateLimited: false })
      return { ...now, allowance: identity.allowance }
    }
    if (access === 'userOrSpectator' && !letsSpectatorsIn(realm)) throw notLoggedIn()
    return identity
  }

  /** As `identify`, by the realm as memory has it; a refusal is on fresh state. */
  async #identify(
    claim: Claim,
    access: Access,
    { rateLimited = true, credential = 'key', forWebhookBots = false }: Entrance,
  ): Promise<Identity> {
    const realm = await this.#realmOf(claim)
    const authorization = credential === 'session' ? '' : claim.authorization
    const mayHaveSession = credential !== 'key' && access !== 'anyone' && authorization === ''
    const byCookie = mayHaveSession ? await this.#bySession(realm, claim.cookie) : undefined
    const isNobody = authorization === '' && byCookie === undefined
    if (access === 'anyone' || (access === 'anyoneOrUser' && isNobody)) {
      return { realm, user: undefined, allowance: this.#limits.takeForAddress(claim.remoteAddress) }
    }
    if (access === 'userOrSpectator' && isNobody) return this.#spectator(realm, claim)
    const session = byCookie?.session
    const user =
      byCookie?.user ??
      this.#remembered(realm, authorization) ??
      (await this.#verify(realm, claim, authorization))
    const allowance = rateLimited ? this.#limits.takeForUser(realm.record.id, user.id) : undefined
    const unavailable = forWebhookBots ? undefined : webhookRefusal(user)
    if (unavailable !== undefined) throw unavailable
    if (refusal(access, user) === undefined) return { realm, user, session, allowance }

    await realm.sync()
    const current = realm.users.get(user.id) ?? user
    const refused = refusal(access, current)
    if (refused !== undefined) throw refused
    return { realm, user: current, session, allowance }
  }

  /** Whose session the browser has; undefined without one, and for one that has ended. */
  async #bySession(
    realm: RealmState,
    cookie: string,
  ): Promise<{ user: UserRecord; session: string } | undefined> {
    const session = this.#sessions.idIn(cookie)
    if (session === undefined) return undefined
    const holder = await this.#sessions.holder(realm.record.id, session)
    if (holder === undefined) return undefined
    let user = realm.users.get(holder.user)
    if (user === undefined || !holds(holder, user)) {
      await realm.sync()
      user = realm.users.get(holder.user)
    }
    return user !== undefined && holds(holder, user) ? { user, session } : undefined
  }

  /**
   * Who holds something that says whose it is: `redeem` finds out, once the organization is known. What it does
   * not know counts against the address. Throws as `identify` does.
   */
  async identifyHolder(
    claim: Claim,
    redeem: (realm: RealmState) => Promise<Holder | undefined>,
  ): Promise<Identity & { readonly user: UserRecord }> {
    const realm = await this.#realmOf(claim)
    const holder = await redeem(realm)
    if (holder === undefined) {
      this.#limits.takeForAddress(claim.remoteAddress)
      throw unauthorized('Invalid or expired ticket')
    }
    await realm.sync()
    const user = realm.users.get(holder.user)
    if (user === undefined || !isOf(holder, user)) throw unauthorized('Invalid or expired ticket')
    if (!user.isActive) throw deactivated()
    return { realm, user, allowance: this.#limits.takeForUser(realm.record.id, user.id) }
  }

  /** Counts a request that needs no organization. Throws RATE_LIMIT_HIT. */
  countAddress({ remoteAddress }: Pick<Claim, 'remoteAddress'>): void {
    this.#limits.takeForAddress(remoteAddress)
  }

  async #spectator(realm: RealmState, { remoteAddress }: Claim): Promise<Identity> {
    const allowance = this.#limits.takeForAddress(remoteAddress)
    if (!letsSpectatorsIn(realm)) await realm.sync()
    if (!letsSpectatorsIn(realm)) throw notLoggedIn()
    return { realm, user: undefined, allowance }
  }

  async #realmOf(claim: Claim): Promise<RealmState> {
    const { host } = claim
    // A name never seen may cost a query.
    if (!this.#knownHosts.has(host)) this.#limits.takeForAddress(claim.remoteAddress)
    const realm = await this.#realms.byHost(host)
    if (realm === undefined) {
      this.#knownHosts.delete(host)
      throw new ApiError('Invalid subdomain', { code: 'NONEXISTENT_SUBDOMAIN', status: 404 })
    }
    if (this.#knownHosts.size >= MAX_ACCEPTED) this.#knownHosts.clear()
    this.#knownHosts.add(host)
    if (realm.record.isDeactivated) {
      this.#limits.takeForAddress(claim.remoteAddress)
      await realm.sync()
      if (realm.record.isDeactivated) throw realmDeactivated()
    }
    return realm
  }

  #remembered(realm: RealmState, authorization: string): UserRecord | undefined {
    const accepted = this.#accepted.get(realm)?.get(authorization)
    if (accepted === undefined) return undefined
    // By the address, which may not be the user's any more.
    const user = realm.users.byEmail(accepted.email)
    const isRight = user?.id === accepted.user && user.isActive && realm.apiKeyOf(user) === accepted.key
    return isRight ? user : undefined
  }

  async #verify(realm: RealmState, claim: Claim, authorization: string): Promise<UserRecord> {
    const given = authorization === '' ? undefined : parseBasic(authorization)
    let user = given && ownerOf(realm, given)
    if (!user?.isActive) {
      this.#limits.takeForAddress(claim.remoteAddress)
      if (authorization === '') throw notLoggedIn()
      if (given === undefined) throw notBasic()
      await realm.sync()
      user = ownerOf(realm, given)
    }
    if (user === undefined) throw wrongKey()
    if (!user.isActive) throw deactivated()
    this.#remember(realm, authorization, user, given!.email)
    return user
  }

  #remember(realm: RealmState, authorization: string, user: UserRecord, email: string): void {
    let accepted = this.#accepted.get(realm)
    if (accepted === undefined || accepted.size >= MAX_ACCEPTED) {
      accepted = new Map()
      this.#accepted.set(realm, accepted)
    }
    accepted.set(authorization, { user: user.id, email, key: realm.apiKeyOf(user) })
  }
}

/** Of what says whose it is: the versions of the account that it was given out with. */
interface Holder {
  readonly user: UserRecord['id']
  readonly keyVersion: number
  /** Undefined for what an API key asked for. */
  readonly sessionVersion?: number
}

const isOf = ({ keyVersion, sessionVersion }: Holder, user: UserRecord): boolean =>
  user.keyVersion === keyVersion && (sessionVersion ?? user.sessionVersion) === user.sessionVersion

/** Whether a session goes on: neither key nor password has changed since it began, and the account is active. */
const holds = (holder: SessionHolder, user: UserRecord): boolean => user.isActive && isOf(holder, user)

interface Credentials {
  readonly email: string
  readonly key: string
}

/** The user whose e-mail and key these are, active or not. */
function ownerOf(realm: RealmState, { email, key }: Credentials): UserRecord | undefined {
  const user = realm.users.byEmail(email)
  // Nobody logs in as a system bot, whatever key it would have.
  const isRight = secretsEqual(
    user === undefined || user.isSystemBot ? NOBODYS_KEY : realm.apiKeyOf(user),
    key,
  )
  return isRight ? user : undefined
}

function parseBasic(authorization: string): Credentials | undefined {
  const encoded = /^basic +([\w+/-]+=*) *$/i.exec(authorization)?.[1]
  if (encoded === undefined) return undefined
  const decoded = Buffer.from(encoded, 'base64').toString()
  const colon = decoded.indexOf(':')
  return colon <= 0 ? undefined : { email: decoded.slice(0, colon), key: decoded.slice(colon + 1) }
}

const deactivated = (): ApiError =>
  new ApiError('Account is deactivated', { code: 'USER_DEACTIVATED', status: 401 })

/** The same for a wrong key and an unknown address, so that nobody finds out which addresses have accounts. */
const wrongKey = (): ApiError => new ApiError('Invalid API key', { code: 'INVALID_API_KEY', status: 401 })

/** Credentials of another scheme, or malformed ones. */
const notBasic = (): ApiError => unauthorized('This endpoint requires HTTP basic authentication.')

/** What a request without credentials is told where it needs some, and where a spectator may not read. */
export const notLoggedIn = (): ApiError =>
  unauthorized('Not logged in: API authentication or user session required')

const unauthorized = (msg: string): ApiError => new ApiError(msg, { code: 'UNAUTHORIZED', status: 401 })
