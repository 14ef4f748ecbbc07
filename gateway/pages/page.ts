import type { Logger } from '../../core/platform/log.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import type { Headers } from '../http/exchange.ts'
import type { TextFields } from '../http/text-fields.ts'
import type { Content } from './document.ts'
import type { Html } from './html.ts'

/** `organization`: the one of the Host header, which must be there. `server`: any address of the server. */
export type Of = 'organization' | 'server'

/** One request for a page, or of a form on one, as its handler sees it. */
export interface Visit<O extends Of = Of> {
  readonly realm: O extends 'organization' ? RealmState : undefined
  /** Who is logged in. */
  readonly user: UserRecord | undefined
  /** Unescaped `{name}` segments of the address. */
  readonly path: Readonly<Record<string, string>>
  readonly query: TextFields
  /** What the form of a POST says; empty for a GET. */
  readonly form: TextFields
  /** A field that every form to a POST must contain: it shows that the form is of a page of ours. */
  readonly csrf: Html
  /** The Authorization header; empty without one. */
  readonly authorization: string
  readonly remoteAddress: string
  readonly userAgent: string
  /** As those of a `Call`, for forms that take a password. */
  countAuthenticationAttempt(username: string): Promise<void>
  forgiveAuthenticationAttempts(username: string): Promise<void>
  /** Counts a mail that somebody asks for to this address; throws RATE_LIMIT_HIT when there were too many. */
  countMailAskedFor(email: string): Promise<void>
  /** Counts an organization that somebody creates; throws RATE_LIMIT_HIT when there were too many. */
  countOrganization(): Promise<void>
  /** Begins a session of `user` in this browser; returns the headers that the answer must have. */
  startSession(user: UserRecord): Promise<Headers>
  /** Ends the session of this browser; likewise. */
  endSession(): Promise<Headers>
  /** Never log tokens, passwords or addresses. */
  readonly log: Logger
}

/** A page as it is shown. */
export interface Shown {
  readonly content: Content
  readonly status: number
  readonly headers: Headers
  /** Where else its forms may lead, as a source of the Content-Security-Policy: `zulip:`. */
  readonly formTarget: string | undefined
}

/** Leads a browser on. */
export interface Redirect {
  readonly location: string
  readonly headers: Headers
}

export interface PageDeclaration<O extends Of> {
  /** A GET shows and changes nothing; it answers HEAD as well. */
  readonly method: 'GET' | 'POST'
  /** With `{name}` for what differs: `/accounts/password/reset/{token}`. */
  readonly path: string
  readonly of: O
  /**
   * `false` for a POST that needs no proof of the page it comes from: its address is a secret that proves all there
   * is to prove (RFC 8058 "One-Click").
   */
  readonly csrf?: false
  /** May throw an ApiError, which is shown as a page. */
  readonly handler: (visit: Visit<O>) => Shown | Redirect | Promise<Shown | Redirect>
}

export type Page = PageDeclaration<Of>

/** Declares a page, or what a form on one does. */
export const page = <O extends Of>(declaration: PageDeclaration<O>): Page => declaration as unknown as Page

export const show = (
  content: Content,
  { status = 200, headers = [], formTarget }: Partial<Omit<Shown, 'content'>> = {},
): Shown => ({ content, status, headers, formTarget })

/** After a form has done what it should: to a page that may be loaded again. */
export const seeOther = (location: string, headers: Headers = []): Redirect => ({ location, headers })
