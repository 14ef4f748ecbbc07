import type {
  Connection,
  EndedThere,
  Proof,
  ProviderSession,
} from '../../core/people/authentication/method.ts'
import type { PasskeyPage } from '../../core/people/second-factors/passkeys.ts'
import type { Logger } from '../../core/platform/log/log.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import type { TextFields } from '../http/body/text-fields.ts'
import type { AttemptKind, MailKind } from '../http/endpoint/call.ts'
import type { Header, Headers } from '../http/reply/headers.ts'
import type { PageScript } from '../static/page-scripts.ts'
import type { Content } from './document.ts'
import type { Html } from './html.ts'
import type { Say } from './texts/say.ts'

/**
 * `organization`: the page belongs to the organization of the Host header. `server`: it needs no
 * organization.
 */
export type PageScope = 'organization' | 'server'

/** What the session of a log-in takes over from it. */
export type SessionMeans = Pick<Proof, 'atProvider' | 'sessionHours'>

/** One request for a page or from its form, as the handler sees it. */
export interface Visit<O extends PageScope = PageScope> {
  readonly realm: O extends 'organization' ? RealmState : undefined
  /** The user who is logged in, if any. */
  readonly user: UserRecord | undefined
  /** Unescaped `{name}` segments of the address. */
  readonly path: Readonly<Record<string, string>>
  readonly query: TextFields
  /** The query as the browser sent it, without the question mark. */
  readonly rawQuery: string
  /** Says the sentences of the page in the visitor's language. */
  readonly t: Say
  /** The fields of a POST; empty for a GET. */
  readonly form: TextFields
  /** A hidden field with the CSRF token, which every form with a POST must contain. */
  readonly csrf: Html
  /** Name of the browser's session (`sessionName`); undefined without one. */
  readonly session: string | undefined
  /** The Authorization header; empty without one. */
  readonly authorization: string
  readonly remoteAddress: string
  /** The Cookie header, empty without one, and the host without its port. */
  readonly browser: { readonly cookie: string; readonly host: string }
  readonly userAgent: string
  /** The connection with the declared headers. */
  readonly connection: Connection
  /** The page in the browser, bound to the token of its forms, which only this browser has. */
  readonly passkeyPage: PasskeyPage
  /** The token of a log-in that waits for its second step in this browser; undefined without one. */
  readonly pendingLogIn: string | undefined
  /** Keeps such a token in the browser, or removes it. Returns a header that the response must have. */
  keepPendingLogIn(token?: string): Header
  /** Whether a page in this browser waits for the token of another one (`Sessions.isWaitingIn`). */
  readonly isWaiting: boolean
  /** Says so for the next hour, or no longer. Returns a header that the response must have. */
  setWaiting(isWaiting: boolean): Header
  /** As in `Call`, for forms with a password or, by `kind`, with a code. */
  countAuthenticationAttempt(username: string, kind?: AttemptKind): Promise<void>
  forgiveAuthenticationAttempts(username: string, kind?: AttemptKind): Promise<void>
  /**
   * Counts a mail to this address that the visitor requests. Throws RATE_LIMIT_HIT when there were too many.
   * Counts of one kind about different things, such as two links, are apart.
   */
  countRequestedMail(kind: MailKind, email: string, about?: string): Promise<void>
  /**
   * Makes this browser a known device of a user who has proved the identity without a session. Returns
   * headers that the response must have.
   */
  rememberDevice(user: UserRecord): Headers
  /** Counts an organization that the visitor creates. Throws RATE_LIMIT_HIT when there were too many. */
  countOrganization(): Promise<void>
  /** Starts a session of `user` in this browser. Returns headers that the response must have. */
  startSession(user: UserRecord, means?: SessionMeans): Promise<Headers>
  /** Takes what the session keeps of its provider, once; undefined without one. */
  takeProviderSession(): Promise<ProviderSession | undefined>
  /** What another session that this one lets in has of the provider of its log-in. */
  sessionMeans(): Promise<SessionMeans>
  /** Ends the sessions here that began in a session at a provider. Returns their names. */
  endSessionsThere(ended: EndedThere): Promise<string[]>
  /** Whether the user has logged in, or proved again who it is, in this session within ten minutes. */
  hasFreshLogIn(): Promise<boolean>
  /** Ends the session of this browser. Returns headers that the response must have. */
  endSession(): Promise<Headers>
  /** Never log tokens, passwords or addresses. */
  readonly log: Logger
}

/** A page to show. */
export interface ShownPage {
  readonly content: Content
  readonly status: number
  readonly headers: Headers
  /** An additional target of its forms, as a source of the Content-Security-Policy: `zulip:`. */
  readonly formTarget: string | undefined
  /** The scripts that it runs. */
  readonly scripts: readonly PageScript[]
}

/** Sends the browser to another page. */
export interface Redirect {
  readonly location: string
  readonly headers: Headers
}

export interface PageDeclaration<O extends PageScope> {
  /** A GET changes nothing but what it takes once, and answers HEAD as well. */
  readonly method: 'GET' | 'POST'
  /** With `{name}` for each parameter: `/accounts/password/reset/{token}`. */
  readonly path: string
  readonly scope: O
  /**
   * `false` for a POST that needs no CSRF token, because its address is a secret that authorizes the request
   * (RFC 8058 "One-Click").
   */
  readonly csrf?: false
  /**
   * Whether a GET takes something that works once, such as a log-in. Then it runs for the browser that opens
   * the page, and neither for HEAD nor for a page that a browser fetches ahead.
   */
  readonly takesOnce?: true
  /** Names, in lower case, of other headers that the handler reads. */
  readonly headers?: readonly string[]
  /** An ApiError that it throws is shown as a page. */
  readonly handler: (visit: Visit<O>) => ShownPage | Redirect | Promise<ShownPage | Redirect>
}

export type Page = PageDeclaration<PageScope>

/** Declares a page, or the action of a form. */
export const page = <O extends PageScope>(declaration: PageDeclaration<O>): Page =>
  declaration as unknown as Page

export const show = (
  content: Content,
  { status = 200, headers = [], formTarget, scripts = [] }: Partial<Omit<ShownPage, 'content'>> = {},
): ShownPage => ({ content, status, headers, formTarget, scripts })

/** Redirects after a form has succeeded, so that reloading does not submit it again. */
export const seeOther = (location: string, headers: Headers = []): Redirect => ({ location, headers })
