import type { Logger } from 'pino'
import type { PasskeyPage } from '../../../core/people/second-factors/passkeys.ts'
import type { UserId } from '../../../core/platform/ids.ts'
import type { Caller } from '../../../core/state/caller.ts'
import type { RealmRecord } from '../../../core/state/realm/record.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import type { UserRecord } from '../../../core/state/users/record.ts'
import type { FileLimit, IncomingFile } from '../body/file-form.ts'
import type { SmallFile } from '../body/text-fields.ts'
import type { ParameterMap, ParameterValues } from './parameter.ts'

/**
 * Who may call an endpoint (spec.md "Authentication").
 * - `anyone`: credentials are ignored.
 * - `anyoneOrUser`: credentials are optional, but must be right when present.
 * - `userOrSpectator`: without credentials the caller is a spectator, in organizations that allow spectators.
 * - `user`: every active user and bot. `member`: users and bots except guests. `person`: users except bots.
 *   `humanMember`: users except guests and bots.
 * - `bot`: only bots.
 * - `administrator`: administrators and owners. `owner`: owners.
 */
export type Access =
  | 'anyone'
  | 'anyoneOrUser'
  | 'userOrSpectator'
  | 'user'
  | 'member'
  | 'person'
  | 'humanMember'
  | 'bot'
  | 'administrator'
  | 'owner'

/** `Whole` for endpoints that only users call; `undefined` beside or instead of it for others. */
type IfUser<A extends Access, Whole> = A extends 'anyone'
  ? undefined
  : A extends 'anyoneOrUser' | 'userOrSpectator'
    ? Whole | undefined
    : Whole

export type UserOf<A extends Access> = IfUser<A, UserRecord>

/** A guessed secret: the password, or a code of the second factor. Each has counts of its own. */
export type AttemptKind = 'password' | 'code' | 'device'

/** A session of a browser, for its owner. Times are in Unix seconds. */
export interface NotedSession {
  readonly name: string
  readonly userAgent: string
  readonly address: string
  /** Null for a session of a former version, which did not note it. */
  readonly startedAt: number | null
  readonly usedAt: number
}

/** The sessions of browsers, for their owners. */
export interface UserSessions {
  /** The sessions of a user that have not ended, by their names, the last used first. */
  of(realm: RealmRecord, user: UserRecord): Promise<readonly NotedSession[]>
  /** Ends the session of a user with this name, and notifies all gateways. */
  endNamed(realm: RealmRecord, user: UserId, name: string): Promise<void>
}

/** Kinds of mails that people request: a new password, to join, to confirm another address. */
export type MailKind = 'reset' | 'join' | 'change'

/** One authenticated, authorized and validated request, as its handler sees it. */
export interface Call<P extends ParameterMap = ParameterMap, A extends Access = Access> {
  readonly realm: RealmState
  readonly user: UserOf<A>
  /** The user with the core and the realm, as the functions of `core` take them. */
  readonly caller: IfUser<A, Caller>
  readonly params: ParameterValues<P>
  /** The calling program, by its `client` parameter or its User-Agent ("ZulipMobile", "website"). */
  readonly client: string
  readonly requestId: string
  /** IPv4 or IPv6 address of the client; with TRUST_PROXY the address that the proxy reports. */
  readonly remoteAddress: string
  readonly userAgent: string
  /** The Last-Event-ID header of a request for a stream of events; empty without one. */
  readonly lastEventId: string
  /** Name (`sessionName`) of the browser's session, for a caller without an API key. */
  readonly session: string | undefined
  /** A logger that adds the request's id. Never log keys, passwords or message text. */
  readonly log: Logger
  /** The client has disconnected; the handler's result is dropped. */
  readonly aborted: boolean
  /**
   * Runs `callback` once when the client disconnects before the response; at once when the client has
   * disconnected. For long polls.
   */
  onAbort(callback: () => void): void
  /** The file that came with the parameters, for an endpoint declared with an optional one. */
  readonly file: SmallFile | undefined
  /**
   * Runs `keep` on the file of the body, for an endpoint declared with a file. Resolves to the result of
   * `keep` once the form has ended correctly. Throws when the form has no file or several; `keep` may have
   * run by then.
   */
  receiveFile<T>(limit: FileLimit, keep: (file: IncomingFile) => Promise<T>): Promise<T>
  /**
   * Counts an attempt to authenticate by password as `username`. Throws RATE_LIMIT_HIT after too many
   * attempts on that account from this network, device or user, from this network on any account, or on that
   * account from all networks. `forgiveAuthenticationAttempts` resets the count after a success.
   */
  countAuthenticationAttempt(username: string, kind?: AttemptKind): Promise<void>
  forgiveAuthenticationAttempts(username: string, kind?: AttemptKind): Promise<void>
  /**
   * Throws REAUTHENTICATION_REQUIRED unless the caller has a session in which the log-in, or `confirmLogIn`,
   * was within CONFIRMED_SECONDS. For changes of how somebody logs in.
   */
  requireFreshLogIn(): Promise<void>
  /** Notes that the caller has proved in this session who it is. */
  confirmLogIn(): Promise<void>
  /** The page in the browser, bound to its session; throws REAUTHENTICATION_REQUIRED without one. */
  readonly passkeyPage: PasskeyPage
  /** The sessions of browsers, for their owners. */
  readonly sessions: UserSessions
  /**
   * Counts a mail to an address that need not be the caller's. Throws RATE_LIMIT_HIT when there were too
   * many.
   */
  countRequestedMail(kind: MailKind, email: string): Promise<void>
  /** Logs `user` in, in the calling browser: the response sets the cookies of the session. */
  startSession(user: UserRecord): Promise<void>
  /** Restarts the idle time of the caller's session, if there is one. */
  useSession(): Promise<void>
}
