import type { RealmState } from '../../../core/state/realm/state.ts'
import { secretsEqual } from '../../../core/state/users/api-key.ts'
import { accountDeactivated } from '../../../core/state/users/errors.ts'
import type { UserRecord } from '../../../core/state/users/record.ts'
import { basicAuthenticationRequired, invalidApiKey, notLoggedIn } from '../errors/errors.ts'
import type { ApiCredentialKind } from '../reply/reply.ts'

/** `either`: the API key or, without one, the session. */
export type CredentialKind = ApiCredentialKind | 'either'

/** The parts of a request that identify its caller. */
export interface Claim {
  /** Without the port. */
  readonly host: string
  /** The Authorization header; empty without one. */
  readonly authorization: string
  /** The Cookie header; empty without one. */
  readonly cookie: string
  readonly remoteAddress: string
  /** The User-Agent header, for the list of sessions. */
  readonly userAgent?: string
}

/** The owner of a session or ticket, and the versions of the account when it was issued. */
export interface Holder {
  readonly user: UserRecord['id']
  readonly keyVersion: number
  /** Undefined for a ticket that was requested with an API key. */
  readonly sessionVersion?: number
  /** Name (`sessionName`) of the session that requested a ticket. */
  readonly session?: string
}

/** Whether neither the API key nor, for sessions, the password of the account has changed since. */
export const isCurrent = ({ keyVersion, sessionVersion }: Holder, user: UserRecord): boolean =>
  user.keyVersion === keyVersion && (sessionVersion ?? user.sessionVersion) === user.sessionVersion

interface ApiCredentials {
  readonly email: string
  readonly key: string
}

/** Most accepted headers remembered for one realm. */
const MAX_ACCEPTED = 10_000

/** A header that was accepted. */
interface Accepted extends ApiCredentials {
  /** The owner of the key, as the state had it when `version` was the version of its users. */
  user: UserRecord
  version: number
}

/** Compared with when there is no such user, so that both refusals take the same steps. */
const NOBODYS_KEY = 'x'.repeat(32)

/** Checks Authorization headers with e-mail and API key (spec.md "Authentication" 1). */
export class ApiKeyCheck {
  /**
   * Accepted headers and their users. Without it, each header is compared in constant time, and GET /users/me
   * costs all processes 1.18 times as much.
   */
  readonly #accepted = new WeakMap<RealmState, Map<string, Accepted>>()

  /** The active user of a header that was accepted before and is still right. */
  remembered(realm: RealmState, authorization: string): UserRecord | undefined {
    const accepted = this.#accepted.get(realm)?.get(authorization)
    if (accepted === undefined) return undefined
    const { users } = realm
    // After a reload the versions begin again, and the records are others.
    if (accepted.version === users.version && users.get(accepted.user.id) === accepted.user)
      return accepted.user
    // Looks the address up again, because it may belong to somebody else by now.
    const user = users.byEmail(accepted.email)
    if (user?.id !== accepted.user.id || !user.isActive || realm.apiKeyOf(user) !== accepted.key)
      return undefined
    accepted.user = user
    accepted.version = users.version
    return user
  }

  /**
   * The active user of a header. Refuses nobody on state that may be old: `beforeSync` runs, then the realm
   * catches up. Throws UNAUTHORIZED, INVALID_API_KEY or USER_DEACTIVATED.
   */
  async verify(realm: RealmState, authorization: string, beforeSync: () => void): Promise<UserRecord> {
    const credentials = authorization === '' ? undefined : parseBasic(authorization)
    let user = credentials && ownerOf(realm, credentials)
    if (!user?.isActive) {
      beforeSync()
      if (authorization === '') throw notLoggedIn()
      if (credentials === undefined) throw basicAuthenticationRequired()
      await realm.sync()
      user = ownerOf(realm, credentials)
    }
    if (user === undefined) throw invalidApiKey()
    if (!user.isActive) throw accountDeactivated()
    this.#remember(realm, authorization, user, credentials!.email)
    return user
  }

  #remember(realm: RealmState, authorization: string, user: UserRecord, email: string): void {
    let accepted = this.#accepted.get(realm)
    if (accepted === undefined || accepted.size >= MAX_ACCEPTED) {
      accepted = new Map()
      this.#accepted.set(realm, accepted)
    }
    accepted.set(authorization, { user, version: realm.users.version, email, key: realm.apiKeyOf(user) })
  }
}

/** The user with this e-mail and key, active or not. */
function ownerOf(realm: RealmState, { email, key }: ApiCredentials): UserRecord | undefined {
  const user = realm.users.byEmail(email)
  // System bots never log in, not even with their key.
  const expected = user === undefined || user.isSystemBot ? NOBODYS_KEY : realm.apiKeyOf(user)
  return secretsEqual(expected, key) ? user : undefined
}

function parseBasic(authorization: string): ApiCredentials | undefined {
  const encoded = /^basic +([\w+/-]+=*) *$/i.exec(authorization)?.[1]
  if (encoded === undefined) return undefined
  const decoded = Buffer.from(encoded, 'base64').toString()
  const colon = decoded.indexOf(':')
  return colon <= 0 ? undefined : { email: decoded.slice(0, colon), key: decoded.slice(colon + 1) }
}
