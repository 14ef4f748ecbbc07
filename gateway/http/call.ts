import type { Logger } from 'pino'
import type { Caller } from '../../core/state/caller.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import type { FileLimit, IncomingFile } from './file-form.ts'
import type { ParameterMap, ParameterValues } from './parameter.ts'
import type { SmallFile } from './text-fields.ts'

/**
 * Who may call an endpoint (spec.md "Authentication").
 * - `anyone`: credentials are not looked at.
 * - `anyoneOrUser`: credentials may be absent; when given they must be right.
 * - `userOrSpectator`: without credentials, a spectator, in organizations that let those in.
 * - `user`: every active user and bot. `member`: all of these but guests. `person`: all but bots. `humanMember`:
 *   neither guests nor bots.
 * - `bot`: bots alone.
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

/** One authenticated, authorized and validated request, as its handler sees it. */
export interface Call<P extends ParameterMap = ParameterMap, A extends Access = Access> {
  readonly realm: RealmState
  readonly user: UserOf<A>
  /** The user with the core and the realm, as the functions of `core` take them. */
  readonly caller: IfUser<A, Caller>
  readonly params: ParameterValues<P>
  /** The program that speaks: its `client` parameter, else from its User-Agent ("ZulipMobile", "website"). */
  readonly client: string
  readonly requestId: string
  /** Textual IPv4 or IPv6 address of the client; of the one before the proxy with TRUST_PROXY. */
  readonly remoteAddress: string
  readonly userAgent: string
  /** Name of the browser's session that the caller has instead of a key (`sessionName`). */
  readonly session: string | undefined
  /** A logger that adds the request's id. Never log keys, passwords or message text. */
  readonly log: Logger
  /** The client has gone; whatever the handler returns is dropped. */
  readonly aborted: boolean
  /** Runs `callback` once if the client goes before the response; at once if it already has. For long polls. */
  onAbort(callback: () => void): void
  /** The file that came with the parameters, for an endpoint declared with an optional one. */
  readonly file: SmallFile | undefined
  /**
   * The file of the body, for an endpoint declared with one: runs `keep` on it, and resolves to its result once
   * the form has ended as it should. Throws when the form has no file or several; `keep` may have run by then.
   */
  receiveFile<T>(limit: FileLimit, keep: (file: IncomingFile) => Promise<T>): Promise<T>
  /**
   * Counts an attempt to authenticate by password as `username`; throws RATE_LIMIT_HIT when there were too many on
   * that account, or from this address on any. `forgiveAuthenticationAttempts` starts afresh after a success.
   */
  countAuthenticationAttempt(username: string): Promise<void>
  forgiveAuthenticationAttempts(username: string): Promise<void>
  /** Makes the browser that called one where `user` is logged in: the response sets its cookies. */
  startSession(user: UserRecord): Promise<void>
}
