import { secondFactorRequired } from '../../../core/people/second-factors/errors.ts'
import { lacksRequiredFactor } from '../../../core/people/second-factors/required.ts'
import { databaseFailureOf } from '../../../core/platform/db/servers/failures.ts'
import { allowsSpectators } from '../../../core/state/access/spectators.ts'
import { realmDeactivated } from '../../../core/state/realm/errors.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import { accountDeactivated } from '../../../core/state/users/errors.ts'
import type { UserRecord } from '../../../core/state/users/record.ts'
import type { Access } from '../endpoint/call.ts'
import type { Freshness } from '../endpoint/endpoint.ts'
import { invalidTicket, noSuchOrganization, notLoggedIn } from '../errors/errors.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import type { Allowance } from '../limits/shared-count.ts'
import { refusal, webhookRefusal } from './access.ts'
import { ApiKeyCheck, type Claim, type CredentialKind, type Holder, isCurrent } from './credentials.ts'
import { type Sessions, sessionName } from './sessions.ts'

/** Finds the organization of a request. `Realms` of core is one. */
export interface RealmDirectory {
  /** `host` is without a port. */
  byHost(host: string): Promise<RealmState | undefined>
  /** As `byHost`, without waiting: undefined unless the organization is in memory by this name. */
  knownByHost(host: string): RealmState | undefined
}

/** How a route lets callers in. */
export interface Entrance {
  /** Default: true. */
  readonly rateLimited?: boolean
  /** Default: `key`. */
  readonly credential?: CredentialKind
  /** Incoming-webhook bots are let in too. Default: false. */
  readonly forWebhookBots?: boolean
  /** People who must set up a second factor first are let in too. Default: false. */
  readonly withoutFactor?: boolean
  /** Default: `arrival`. */
  readonly freshness?: Freshness
  /** Whether the request restarts the idle time of a session. Default: true. */
  readonly keepsSession?: boolean
}

export interface Identity {
  readonly realm: RealmState
  /** Undefined for an anonymous caller, where the access lets those in. */
  readonly user: UserRecord | undefined
  /** Id of the session that identified the caller. */
  readonly session?: string
  /** Name (`sessionName`) of that session, or of the session that requested the caller's ticket. */
  readonly sessionName?: string
  /** The rest of the rate limit; undefined when the request does not count. */
  readonly allowance: Allowance | undefined
}

/** Throws SECOND_FACTOR_REQUIRED for a person who must set one up before anything else. */
function requireFactor(realm: RealmState, user: UserRecord): void {
  if (lacksRequiredFactor(realm, user)) throw secondFactorRequired()
}

/** Most remembered host names of organizations. */
const MAX_KNOWN_HOSTS = 10_000

/**
 * Identifies callers (spec.md "Authentication") and decides which endpoints they may call.
 *
 * The state of a realm in memory may be milliseconds old, so a refusal first brings the state up to date.
 * That costs a query, so the request counts against a rate limit before.
 */
export class Authentication {
  readonly #realms: RealmDirectory
  readonly #limits: RateLimits
  readonly #sessions: Sessions
  readonly #apiKeys = new ApiKeyCheck()
  readonly #knownHosts = new Set<string>()

  constructor(realms: RealmDirectory, limits: RateLimits, sessions: Sessions) {
    this.#realms = realms
    this.#limits = limits
    this.#sessions = sessions
  }

  /**
   * Identifies the caller of an endpoint with this access. With the freshness `arrival` the realm then
   * contains every change from before the call, and the refusal or admission of the user is judged by it.
   * Throws the ApiError to answer with: NONEXISTENT_SUBDOMAIN, REALM_DEACTIVATED, UNAUTHORIZED,
   * INVALID_API_KEY, USER_DEACTIVATED, RATE_LIMIT_HIT, SESSIONS_UNAVAILABLE, or the error of `refusal`.
   * Returns no promise when nothing has to be awaited.
   */
  identify(claim: Claim, access: Access, entrance: Entrance = {}): Identity | Promise<Identity> {
    const remembered = this.#remembered(claim, access, entrance)
    const needsFreshState = (entrance.freshness ?? 'arrival') === 'arrival'
    if (remembered !== undefined && !needsFreshState) return remembered
    return this.#identifyFresh(claim, access, entrance, remembered)
  }

  async #identifyFresh(
    claim: Claim,
    access: Access,
    entrance: Entrance,
    remembered: Identity | undefined,
  ): Promise<Identity> {
    const identity = remembered ?? (await this.#identify(claim, access, entrance))
    const { realm, user } = identity
    // Spectators have no user record that a handler could check again, so their requests are always fresh.
    if ((entrance.freshness ?? 'arrival') !== 'arrival' && user !== undefined) return identity
    const { changedAt } = realm
    await realm.sync().catch((error) => {
      if (databaseFailureOf(error) !== 'away') throw error // without Postgres, reads are served from memory
    })
    if (realm.changedAt === changedAt) return identity
    if (realm.record.isDeactivated) throw realmDeactivated()
    if (user !== undefined) {
      const current = await this.#identify(claim, access, { ...entrance, rateLimited: false })
      return { ...current, allowance: identity.allowance }
    }
    if (access === 'userOrSpectator' && !allowsSpectators(realm)) throw notLoggedIn()
    return identity
  }

  /** A caller whom memory alone admits. Undefined for everybody else; then nothing was counted. */
  #remembered(
    { host, authorization }: Claim,
    access: Access,
    { rateLimited = true, credential = 'key', forWebhookBots = false }: Entrance,
  ): Identity | undefined {
    if (credential === 'session' || access === 'anyone' || authorization === '') return undefined
    const realm = this.#realms.knownByHost(host)
    if (realm === undefined || realm.record.isDeactivated) return undefined
    const user = this.#apiKeys.remembered(realm, authorization)
    if (user === undefined || refusal(access, user) !== undefined) return undefined
    if (!forWebhookBots && webhookRefusal(user) !== undefined) return undefined
    if (lacksRequiredFactor(realm, user)) return undefined
    const allowance = rateLimited ? this.#limits.takeForUser(realm.record, user.id) : undefined
    return { realm, user, allowance }
  }

  /** As `identify`, by the realm's state in memory; only a refusal is judged by fresh state. */
  async #identify(
    claim: Claim,
    access: Access,
    {
      rateLimited = true,
      credential = 'key',
      forWebhookBots = false,
      withoutFactor = false,
      keepsSession = true,
    }: Entrance,
  ): Promise<Identity> {
    const realm = await this.#realmOf(claim)
    const authorization = credential === 'session' ? '' : claim.authorization
    const mayHaveSession = credential !== 'key' && access !== 'anyone' && authorization === ''
    const bySession = mayHaveSession ? await this.#bySession(realm, claim, keepsSession) : undefined
    const isAnonymous = authorization === '' && bySession === undefined
    if (access === 'anyone' || (access === 'anyoneOrUser' && isAnonymous)) {
      return { realm, user: undefined, allowance: this.#limits.takeForAddress(claim.remoteAddress) }
    }
    if (access === 'userOrSpectator' && isAnonymous) return this.#spectator(realm, claim)
    const user =
      bySession?.user ??
      this.#apiKeys.remembered(realm, authorization) ??
      (await this.#apiKeys.verify(realm, authorization, () => {
        this.#limits.takeForAddress(claim.remoteAddress)
      }))
    const allowance = rateLimited ? this.#limits.takeForUser(realm.record, user.id) : undefined
    const { session, sessionName } = bySession ?? {}
    const unavailable = forWebhookBots ? undefined : webhookRefusal(user)
    if (unavailable !== undefined) throw unavailable
    if (!withoutFactor) requireFactor(realm, user)
    if (refusal(access, user) === undefined) return { realm, user, session, sessionName, allowance }

    await realm.sync()
    const current = realm.users.get(user.id) ?? user
    const refused = refusal(access, current)
    if (refused !== undefined) throw refused
    return { realm, user: current, session, sessionName, allowance }
  }

  /** The user of the browser's session; undefined without a session, and for one that has ended. */
  async #bySession(realm: RealmState, claim: Claim, isUse: boolean) {
    const session = this.#sessions.idIn(claim.cookie)
    if (session === undefined) return undefined
    const holder = await this.#sessions.holder(realm.record, session, claim, isUse)
    if (holder === undefined) return undefined
    const currentUser = () => {
      const user = realm.users.get(holder.user)
      return user?.isActive && isCurrent(holder, user) ? user : undefined
    }
    let user = currentUser()
    if (user === undefined) {
      await realm.sync()
      user = currentUser()
    }
    return user && { user, session, sessionName: sessionName(session) }
  }

  /**
   * Identifies the holder of a ticket, which `redeem` looks up once the organization is known. An unknown
   * ticket counts against the address. Throws when the organization does not exist, the ticket is invalid, or
   * the user may not act.
   */
  async identifyHolder(
    claim: Claim,
    redeem: (realm: RealmState) => Promise<Holder | undefined>,
  ): Promise<Identity & { readonly user: UserRecord }> {
    const realm = await this.#realmOf(claim)
    const holder = await redeem(realm)
    if (holder === undefined) {
      this.#limits.takeForAddress(claim.remoteAddress)
      throw invalidTicket()
    }
    await realm.sync()
    const user = realm.users.get(holder.user)
    if (user === undefined || !isCurrent(holder, user)) throw invalidTicket()
    if (!user.isActive) throw accountDeactivated()
    requireFactor(realm, user)
    const allowance = this.#limits.takeForUser(realm.record, user.id)
    return { realm, user, sessionName: holder.session, allowance }
  }

  async #spectator(realm: RealmState, { remoteAddress }: Claim): Promise<Identity> {
    const allowance = this.#limits.takeForAddress(remoteAddress)
    if (!allowsSpectators(realm)) await realm.sync()
    if (!allowsSpectators(realm)) throw notLoggedIn()
    return { realm, user: undefined, allowance }
  }

  async #realmOf(claim: Claim): Promise<RealmState> {
    const { host } = claim
    // An unknown host name may cost a query.
    if (!this.#knownHosts.has(host)) this.#limits.takeForAddress(claim.remoteAddress)
    const realm = await this.#realms.byHost(host)
    if (realm === undefined) {
      this.#knownHosts.delete(host)
      throw noSuchOrganization()
    }
    if (this.#knownHosts.size >= MAX_KNOWN_HOSTS) this.#knownHosts.clear()
    this.#knownHosts.add(host)
    if (realm.record.isDeactivated) {
      this.#limits.takeForAddress(claim.remoteAddress)
      await realm.sync()
      if (realm.record.isDeactivated) throw realmDeactivated()
    }
    return realm
  }
}
