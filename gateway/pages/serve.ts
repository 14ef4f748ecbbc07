import type { HttpRequest, HttpResponse } from 'uWebSockets.js'
import { STATUS_CODES } from 'node:http'
import { ApiError } from '../../core/platform/errors.ts'
import type { RealmId } from '../../core/platform/ids.ts'
import type { Logger } from '../../core/platform/log.ts'
import { withRoundTrips } from '../../core/platform/round-trips.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import type { Identity } from '../http/authentication.ts'
import { setCookie } from '../http/cookies.ts'
import { CSRF_COOKIE, CSRF_SECONDS } from '../http/csrf.ts'
import { type Exchange, type Header, type Headers, type Reply, together } from '../http/exchange.ts'
import { explain } from '../http/failures.ts'
import { sendsTooMuch } from '../http/incoming-body.ts'
import { retryAfter, statusLine } from '../http/reply.ts'
import type { HttpServer } from '../http/server.ts'
import { noFields, readBodyFields, readUrlEncoded, type TextFields } from '../http/text-fields.ts'
import type { Services } from '../services.ts'
import { type Content, documentOf } from './document.ts'
import { type Html, html } from './html.ts'
import type { Page, Redirect, Shown, Visit } from './page.ts'

/** Name of the field that forms carry their token in. */
const CSRF_FIELD = 'csrftoken'
const MAX_FORM_BYTES = 64 * 1024

/** Nothing of other sites, no script, no frame around it. */
const policy = (formTarget: string | undefined): string =>
  `default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'${
    formTarget === undefined ? '' : ` ${formTarget}`
  }; base-uri 'none'; frame-ancestors 'none'`

const headersOf = (formTarget: string | undefined): Header =>
  together(
    ['Content-Type', 'text/html; charset=utf-8'],
    ['Cache-Control', 'no-store'],
    ['Content-Security-Policy', policy(formTarget)],
    // Addresses of pages hold one-time tokens.
    ['Referrer-Policy', 'same-origin'],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Vary', 'Accept-Encoding, Cookie'],
  )

/** Serves pages. Add them before the server listens. */
export function servePages(http: HttpServer, services: Services, pages: readonly Page[]): void {
  const server = new PageServer(http, services)
  for (const path of new Set(pages.map((page) => page.path))) {
    const declared = pages.filter((page) => page.path === path)
    const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
    const pattern = path.replace(/\{(\w+)\}/g, ':$1')
    const answer = (page: Page | undefined) => (response: HttpResponse, request: HttpRequest) => {
      const values = names.map((name, i) => [name, unescaped(request.getParameter(i) ?? '')])
      const method = request.getMethod().toUpperCase()
      const exchange = http.begin(response, request, method, pattern)
      if (page === undefined) server.refuse(exchange, declared)
      else void server.answer(exchange, page, Object.fromEntries(values))
    }
    // Links of this protocol family end with a slash.
    for (const each of pattern === '/' ? [pattern] : [pattern, `${pattern}/`]) {
      for (const page of declared) {
        if (page.method === 'POST') http.app.post(each, answer(page))
        else http.app.get(each, answer(page)).head(each, answer(page))
      }
      http.app.any(each, answer(undefined))
    }
  }
}

class PageServer {
  readonly #http: HttpServer
  readonly #services: Services

  constructor(http: HttpServer, services: Services) {
    this.#http = http
    this.#services = services
  }

  async answer(exchange: Exchange, page: Page, path: Record<string, string>): Promise<void> {
    const { authentication, sessions } = this.#http
    let realm: RealmState | undefined
    const incoming = page.method === 'POST' ? exchange.receiveBody() : undefined
    try {
      let identity: Identity | undefined
      if (page.of === 'server') authentication.countAddress(exchange)
      else identity = await authentication.identify(exchange, 'anyoneOrUser', { credential: 'session' })
      realm = identity?.realm
      exchange.realmId = realm?.id
      exchange.userId = identity?.user?.id

      const body = await incoming?.all(MAX_FORM_BYTES)
      const form = body === undefined ? noFields : readBodyFields(body, exchange.contentType)
      if ([...form.values(), ...Object.values(path)].some((text) => text.includes('\0'))) {
        throw new ApiError('What you sent contains null bytes.')
      }
      if (body !== undefined && page.csrf !== false) {
        sessions.csrf.check(exchange, identity?.session, form.get(CSRF_FIELD) ?? '')
      }
      const visit = new RunningVisit(exchange, this.#http, this.#services.core.log, identity, path, form)
      const result = await withRoundTrips(exchange.roundTrips, () => page.handler(visit as unknown as Visit))
      exchange.respond(this.#reply(result, visit))
    } catch (error) {
      const told = explain(error, this.#services.core.log, exchange)
      await incoming?.discard(sendsTooMuch(told))
      exchange.respond(failed(told, realm))
    }
  }

  /** A method that the address does not have. */
  refuse(exchange: Exchange, declared: readonly Page[]): void {
    const allowed = declared.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    const error = new ApiError('This address is asked in another way.', { status: 405 })
    exchange.respond(failed(error, undefined, [['Allow', allowed.sort().join(', ')]]))
  }

  #reply(result: Shown | Redirect, visit: RunningVisit): Reply {
    const cookies: Headers = visit.givenToken === undefined ? [] : [this.#csrfCookie(visit.givenToken)]
    if ('location' in result) {
      const headers = [['Location', result.location] as const, ['Cache-Control', 'no-store'] as const]
      return { status: '303 See Other', headers: [...headers, ...cookies, ...result.headers], body: '' }
    }
    const { content, status, headers, formTarget } = result
    return asPage(status, content, visit.realm, [...cookies, ...headers], formTarget)
  }

  #csrfCookie(token: string): Header {
    const { isSecure } = this.#http.sessions
    return setCookie(CSRF_COOKIE, token, { maxAge: CSRF_SECONDS, isSecure, isReadable: true })
  }
}

class RunningVisit {
  readonly realm: RealmState | undefined
  readonly user: UserRecord | undefined
  readonly path: Readonly<Record<string, string>>
  readonly query: TextFields
  readonly form: TextFields
  /** The token that a form of the page was given. */
  givenToken: string | undefined
  readonly log: Logger
  readonly #exchange: Exchange
  readonly #http: HttpServer
  readonly #session: string | undefined

  constructor(
    exchange: Exchange,
    http: HttpServer,
    log: Logger,
    identity: Identity | undefined,
    path: Readonly<Record<string, string>>,
    form: TextFields,
  ) {
    this.#exchange = exchange
    this.#http = http
    this.log = log
    this.realm = identity?.realm
    this.user = identity?.user
    this.#session = identity?.session
    this.path = path
    this.query = readUrlEncoded(exchange.query)
    this.form = form
  }

  get csrf(): Html {
    const { csrf } = this.#http.sessions
    this.givenToken ??=
      this.#session === undefined ? csrf.ofVisitor(this.#exchange) : csrf.ofSession(this.#session)
    return html`<input type="hidden" name="${CSRF_FIELD}" value="${this.givenToken}">`
  }
  get authorization() {
    return this.#exchange.authorization
  }
  get remoteAddress() {
    return this.#exchange.remoteAddress
  }
  get userAgent() {
    return this.#exchange.userAgent
  }
  countAuthenticationAttempt(username: string): Promise<void> {
    return this.#http.limits.takeForAuthentication(this.#realm, username, this.remoteAddress)
  }
  forgiveAuthenticationAttempts(username: string): Promise<void> {
    return this.#http.limits.forgiveAuthentication(this.#realm, username, this.remoteAddress)
  }
  countMailAskedFor(email: string): Promise<void> {
    return this.#http.limits.takeForMail(this.#realm, email, this.remoteAddress)
  }
  countOrganization(): Promise<void> {
    return this.#http.limits.takeForOrganization(this.remoteAddress)
  }
  async startSession(user: UserRecord): Promise<Headers> {
    await this.endSession()
    return this.#http.sessions.start(this.#realm, user)
  }
  async endSession(): Promise<Headers> {
    this.givenToken = undefined // it was of the former session
    return this.#session === undefined ? [] : this.#http.sessions.end(this.#realm, this.#session)
  }
  get #realm(): RealmId {
    return this.realm!.id
  }
}

function asPage(
  status: number,
  content: Content,
  realm: RealmState | undefined,
  headers: Headers,
  formTarget?: string,
): Reply {
  const body = documentOf(content, realm?.record)
  const all = [headersOf(formTarget), ...headers]
  return { status: statusLine(status), headers: all, body, compressible: true }
}

/** An error as a person sees it. */
function failed(error: ApiError, realm: RealmState | undefined, headers: Headers = []): Reply {
  const explained: Record<string, Html> = {
    CSRF_FAILED: html`<p>This form is out of date, or your browser keeps no cookies. Go back, load the page again, and
send it once more.</p>`,
    NONEXISTENT_SUBDOMAIN: html`<p>There is no organization at this address. Check how it is spelled.</p>`,
    RATE_LIMIT_HIT: html`<p>There were too many attempts. Wait for a while before you try again.</p>`,
  }
  const content = {
    title: STATUS_CODES[error.status] ?? 'Error',
    body: explained[error.code] ?? html`<p>${error.message}</p>`,
  }
  return asPage(error.status, content, realm, [...retryAfter(error), ...headers])
}

function unescaped(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
