import type { RuntimeConfig } from '../../config/environment.ts'
import { CREATION_LINK_DAYS } from '../../core/organization/settings/creation-link.ts'
import type { Connection, EndedThere, ProviderSession } from '../../core/people/authentication/method.ts'
import type { PasskeyPage } from '../../core/people/second-factors/passkeys.ts'
import type { ApiError } from '../../core/platform/errors.ts'
import type { RealmId } from '../../core/platform/ids.ts'
import type { Logger } from '../../core/platform/log/log.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import type { Identity } from '../http/authentication/authentication.ts'
import { type Sessions, sessionName } from '../http/authentication/sessions.ts'
import { noFields, readBodyFields, readUrlEncoded, type TextFields } from '../http/body/text-fields.ts'
import type { AttemptKind, MailKind } from '../http/endpoint/call.ts'
import type { Source } from '../http/limits/rate-limits.ts'
import {
  headerOf,
  type RawRequest,
  type RawRoute,
  type ReceivedRequest,
  rawRoute,
} from '../http/raw-route.ts'
import { type Header, type Headers, joinHeaders } from '../http/reply/headers.ts'
import { type Reply, retryAfter, statusLine } from '../http/reply/reply.ts'
import type { RouteContext } from '../http/run-exchange.ts'
import { type Content, renderDocument } from './document.ts'
import { withFragment } from './encoded-fragment.ts'
import { pageMethodNotAllowed, pageMissing, textWithNullBytes } from './errors.ts'
import { type Html, html } from './html.ts'
import type { Page, Redirect, SessionMeans, ShownPage, Visit } from './page.ts'
import { type PageLanguage, pageLanguage } from './texts/language.ts'
import { type Say, type Sentence, say } from './texts/say.ts'

/** Name of the form field with the CSRF token. */
const CSRF_FIELD = 'csrftoken'
const MAX_FORM_BYTES = 64 * 1024

/** A page loads nothing from other sites and is not framed. Few pages run a script. */
const policy = (formTarget: string | undefined, hasScripts: boolean): string =>
  `default-src 'none'; ${hasScripts ? "script-src 'self'; " : ''}style-src 'self'; font-src 'self'; img-src 'self' data:; form-action 'self'${
    formTarget === undefined ? '' : ` ${formTarget}`
  }; base-uri 'none'; frame-ancestors 'none'`

const headersOf = (formTarget: string | undefined, hasScripts: boolean): Header =>
  joinHeaders(
    ['Content-Type', 'text/html; charset=utf-8'],
    ['Cache-Control', 'no-store'],
    ['Content-Security-Policy', policy(formTarget, hasScripts)],
    // Addresses of pages contain one-time tokens.
    ['Referrer-Policy', 'same-origin'],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Vary', 'Accept-Encoding, Accept-Language, Cookie'],
  )

/**
 * The routes of pages, each with and without a slash at the end, because links of Zulip's clients end with
 * one.
 */
export function pageRoutes(pages: readonly Page[]): RawRoute[] {
  return [...new Set(pages.map((page) => page.path))].flatMap((path) => {
    const pagesOfPath = pages.filter((page) => page.path === path)
    const pattern = path.replace(/\{(\w+)\}/g, ':$1')
    return [pattern, `${pattern}/`].flatMap((each) => [
      ...pagesOfPath.map((page) => pageRoute(page, each)),
      otherMethodsRoute(
        pagesOfPath.map(({ method }) => method),
        each,
      ),
    ])
  })
}

function pageRoute(page: Page, pattern: string): RawRoute {
  const names = [...page.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  return rawRoute({
    method: page.method,
    pattern,
    access: page.scope === 'server' ? 'unidentified' : 'anyoneOrUser',
    ...(page.scope === 'server' && { limit: { counts: 'requests', work: 'A form and its checks.' } }),
    credential: 'session',
    withoutFactor: true,
    headers: ['accept-language', ...(page.takesOnce === true ? AHEAD : []), ...(page.headers ?? [])],
    ...(page.method === 'POST' && { maxBodyBytes: MAX_FORM_BYTES }),
    renderError: (error, request, identity) =>
      errorPage(error, identity?.realm, languageOf(request, identity)),
    handle: async (request, context) => {
      if (page.takesOnce === true && isOnlyLook(request)) return notTaken()
      const { exchange, identity, path: values, body } = request
      const path = Object.fromEntries(names.map((name, i) => [name, unescaped(values[i]!)]))
      const form = page.method === 'POST' ? readBodyFields(body, exchange.contentType) : noFields
      if ([...form.values(), ...Object.values(path)].some((text) => text.includes('\0'))) {
        throw textWithNullBytes()
      }
      if (page.method === 'POST' && page.csrf !== false) {
        context.sessions.csrf.check(exchange, identity?.session, form.get(CSRF_FIELD) ?? '')
      }
      const visit = new RunningVisit(request, context, identity, path, form)
      const result = await page.handler(visit as unknown as Visit)
      // A form of another site comes without cookies. A new token would replace the one of the browser, to
      // which a log-in that has begun is bound.
      const isOfOtherSite = page.method === 'POST' && page.csrf === false
      return render(result, visit, isOfOtherSite ? undefined : context.sessions)
    },
  })
}

/** Headers of browsers that fetch a page before anybody opens it. */
const AHEAD = ['purpose', 'sec-purpose', 'x-moz']

/** Whether a request only looks at a page, such as HEAD or what a browser fetches ahead. */
const isOnlyLook = (request: ReceivedRequest): boolean =>
  request.method.toUpperCase() === 'HEAD' ||
  AHEAD.some((name) => /pre(fetch|view|render)/i.test(headerOf(request, name)))

/** Answers a request that only looks: browsers ask again when somebody opens the page. */
const notTaken = (): Reply => ({
  status: '204 No Content',
  headers: [
    ['Cache-Control', 'no-store'],
    ['Referrer-Policy', 'same-origin'],
  ],
  body: '',
})

/** Answers the methods that a path does not take. */
export function otherMethodsRoute(taken: readonly Page['method'][], pattern: string): RawRoute {
  const methods = taken.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  const allow: Header = ['Allow', methods.sort().join(', ')]
  return rawRoute({
    method: 'ANY',
    pattern,
    access: 'unidentified',
    limit: { counts: 'files', work: 'A page of a few kilobytes.' },
    headers: ['accept-language'],
    renderError: (error, request) => errorPage(error, undefined, languageOf(request)),
    handle: (request) => errorPage(pageMethodNotAllowed(), undefined, languageOf(request), [allow]),
  })
}

/** `sessions`: for the token of the browser; undefined leaves its cookies as they are. */
function render(result: ShownPage | Redirect, visit: RunningVisit, sessions: Sessions | undefined): Reply {
  const token = visit.givenToken
  const cookies =
    token === undefined || sessions === undefined ? [] : sessions.csrf.cookies(token, visit.browser.cookie)
  if ('location' in result) return redirect(result.location, [...cookies, ...result.headers])
  const { content, status, headers } = result
  const offersLanguages = visit.user === undefined && content.language === undefined
  const inLanguage = { language: visit.t.language, offersLanguages, ...content }
  return asPage(status, inLanguage, visit.realm, [...cookies, ...headers], result)
}

function redirect(location: string, more: Headers): Reply {
  const headers: Header[] = [
    ['Location', location],
    ['Cache-Control', 'no-store'],
  ]
  return { status: '303 See Other', headers: [...headers, ...more], body: '' }
}

class RunningVisit {
  readonly realm: RealmState | undefined
  readonly user: UserRecord | undefined
  readonly path: Readonly<Record<string, string>>
  readonly query: TextFields
  readonly rawQuery: string
  readonly form: TextFields
  readonly t: Say
  /** The token in a form of the page. */
  givenToken: string | undefined
  readonly log: Logger
  readonly #request: ReceivedRequest
  readonly #exchange: RawRequest['exchange']
  readonly #context: RouteContext
  readonly #session: string | undefined

  constructor(
    request: ReceivedRequest,
    context: RouteContext,
    identity: Identity | undefined,
    path: Readonly<Record<string, string>>,
    form: TextFields,
  ) {
    const { exchange } = request
    this.#request = request
    this.#exchange = exchange
    this.#context = context
    this.log = context.logger
    this.realm = identity?.realm
    this.user = identity?.user
    this.#session = identity?.session
    this.path = path
    this.rawQuery = exchange.query
    this.query = readUrlEncoded(exchange.query)
    this.form = form
    this.t = say(languageOf(request, identity))
  }

  get passkeyPage(): PasskeyPage {
    const { host, authority } = this.#exchange
    const origins = this.#context.sessions.origins.of(authority)
    return { host, origins, browser: this.#browserSecret }
  }
  get #browserSecret(): string {
    const { csrf } = this.#context.sessions
    this.givenToken ??=
      this.#session === undefined ? csrf.ofVisitor(this.#exchange) : csrf.ofSession(this.#session)
    return this.givenToken
  }
  get csrf(): Html {
    return html`<input type="hidden" name="${CSRF_FIELD}" value="${this.#browserSecret}">`
  }
  get session() {
    return this.#session === undefined ? undefined : sessionName(this.#session)
  }
  get authorization() {
    return this.#exchange.authorization
  }
  get remoteAddress() {
    return this.#exchange.remoteAddress
  }
  get browser() {
    return this.#exchange
  }
  get userAgent() {
    return this.#exchange.userAgent
  }
  get connection(): Connection {
    const { headers } = this.#request
    return {
      peer: this.#exchange.peerAddress,
      header: (name) => headers.filter(([each]) => each === name).map(([, value]) => value),
    }
  }
  get pendingLogIn() {
    return this.#context.sessions.pendingIn(this.#exchange.cookie)
  }
  keepPendingLogIn(token?: string): Header {
    return this.#context.sessions.pendingCookie(token)
  }
  get isWaiting() {
    return this.#context.sessions.isWaitingIn(this.#exchange.cookie)
  }
  setWaiting(isWaiting: boolean): Header {
    return this.#context.sessions.waitingCookie(isWaiting)
  }
  countAuthenticationAttempt(username: string, kind?: AttemptKind): Promise<void> {
    const source = this.#sourceOf(username)
    return this.#context.limits.takeForAuthentication(this.#realm, username, source, kind)
  }
  forgiveAuthenticationAttempts(username: string, kind?: AttemptKind): Promise<void> {
    const source = this.#sourceOf(username)
    return this.#context.limits.forgiveAuthentication(this.#realm, username, source, kind)
  }
  countRequestedMail(kind: MailKind, email: string, about?: string): Promise<void> {
    return this.#context.limits.takeForMail(this.#realm, { kind, email, about }, this.#sourceOf(email))
  }
  rememberDevice(user: UserRecord): Headers {
    return [this.#context.sessions.devices.remember(this.#realm, user, this.#exchange.cookie)]
  }
  #sourceOf(address: string): Source {
    return this.#context.sessions.devices.sourceOf(this.realm!, address, this.#exchange)
  }
  countOrganization(): Promise<void> {
    return this.#context.limits.takeForOrganization(this.remoteAddress)
  }
  async startSession(user: UserRecord, means?: SessionMeans): Promise<Headers> {
    await this.endSession()
    return this.#context.sessions.start(this.realm!.record, user, this.#exchange, means)
  }
  async takeProviderSession(): Promise<ProviderSession | undefined> {
    const name = this.session
    return name === undefined ? undefined : this.#context.sessions.takeProvider(this.#realm, name)
  }
  async sessionMeans(): Promise<SessionMeans> {
    const name = this.session
    return name === undefined ? {} : this.#context.sessions.meansOf(this.realm!.record, name)
  }
  endSessionsThere({ user, session }: EndedThere): Promise<string[]> {
    return this.#context.sessions.endThere(this.realm!.record, user, session)
  }
  async hasFreshLogIn(): Promise<boolean> {
    const name = this.session
    return name !== undefined && this.#context.sessions.isConfirmed(this.#realm, name)
  }
  async endSession(): Promise<Headers> {
    this.givenToken = undefined // it belonged to the former session
    return this.#session === undefined
      ? []
      : this.#context.sessions.end(this.realm!.record, this.#session, this.#exchange.cookie)
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
  { formTarget, scripts = [] }: Partial<Pick<ShownPage, 'formTarget' | 'scripts'>> = {},
): Reply {
  const body = renderDocument(content, realm?.record, scripts)
  const all = [headersOf(formTarget, scripts.length > 0), ...headers]
  return { status: statusLine(status), headers: all, body, compressible: true }
}

/** The language of the page that answers a request, of a route that declares the header. */
export const languageOf = (
  request: ReceivedRequest,
  identity?: Pick<Identity, 'realm' | 'user'>,
): PageLanguage =>
  pageLanguage({
    user: identity?.user,
    realm: identity?.realm,
    accept: headerOf(request, 'accept-language'),
    cookie: request.exchange.cookie,
  })

/** The headings of errors whose code says more than their status. */
const TITLES_BY_CODE: Readonly<Record<string, Sentence>> = {
  NONEXISTENT_SUBDOMAIN: 'No organization here',
  REALM_DEACTIVATED: 'This organization is closed',
}

/** The headings of errors by status. */
const TITLES: Readonly<Record<number, Sentence>> = {
  401: 'Please log in',
  403: 'Not allowed',
  404: 'Page not found',
  405: 'Not allowed',
  410: 'No longer available',
  429: 'Too many attempts',
  500: 'Something went wrong',
  503: 'Not available right now',
}

/** What people read instead of the message of an error, by its code, or by its status. */
const EXPLAINED: Readonly<Record<string, readonly Sentence[]>> = {
  CSRF_FAILED: [
    'This form has expired, or your browser blocks cookies. Go back, reload the page, and submit the form again.',
  ],
  NONEXISTENT_SUBDOMAIN: ['There is no organization at this address. Check the spelling.'],
  REALM_DEACTIVATED: [
    'This organization has been deactivated. The operator of this server can open it again.',
  ],
  RATE_LIMIT_HIT: ['Too many attempts. Wait a while before you try again.'],
  500: [
    'The server made a mistake, which its log explains to the operator. Nothing that you did is wrong.',
    'Reload the page. If the mistake stays, tell the operator of this server.',
  ],
}

/** The answer to the address of no page: a page for browsers, the meant address for everybody. */
export function missingPage(address: string, accept: string, isBrowser: boolean): Reply | undefined {
  const meant = withFragment(address)
  if (meant !== undefined) return redirect(meant, [])
  return isBrowser ? errorPage(pageMissing(), undefined, pageLanguage({ accept })) : undefined
}

/** An error as a page for people. */
export function errorPage(
  error: ApiError,
  realm: RealmState | undefined,
  language: PageLanguage = 'en',
  headers: Headers = [],
): Reply {
  const t = say(language)
  const explained = EXPLAINED[error.code] ?? EXPLAINED[error.status]
  const body = html`${
    explained?.map((sentence) => html`<p>${t(sentence)}</p>`) ?? html`<p>${t.of(error.message)}</p>`
  }${error.code === 'NOT_FOUND' && html`<p><a href="/">${t('Open {name}', { name: 'Loquat' })}</a></p>`}${
    error.code === 'UNAUTHORIZED_PRINCIPAL' &&
    html`<p>${t('Ask an administrator of the organization, or whoever sent you the address.')}</p>`
  }${realm !== undefined && html`<p><a href="/">${t('Open {name}', { name: realm.record.settings.name })}</a></p>`}`
  const title = t(TITLES_BY_CODE[error.code] ?? TITLES[error.status] ?? 'Something went wrong')
  return asPage(error.status, { title, body, language }, realm, [...retryAfter(error), ...headers])
}

/**
 * The page at the root host of a server without an organization there. It tells operators how to create one.
 */
export function noOrganizationPage(
  { openRealmCreation }: Pick<RuntimeConfig, 'openRealmCreation'>,
  language: PageLanguage,
): Reply {
  const t = say(language)
  const days = CREATION_LINK_DAYS
  const body = html`<p>${t('If you look for your organization, open the address in your invitation.')}</p>
<h2>${t('Create an organization')}</h2>
${
  openRealmCreation
    ? html`<p>${t('Anybody may create one on this server.')}</p><p><a href="/new">${t('Create an organization')}</a></p>`
    : html`<p>${t('If you operate this server, run this command on it. It prints a link that creates an organization, with you as its owner.')}</p>
<pre>loquat creation-link</pre>
<p class="hint">${t.html('From the source code: {command}. The link is valid for {days} days.', {
        command: html`<code>npm run loquat -- creation-link</code>`,
        days,
      })}</p>`
}`
  return asPage(404, { title: t('No organization here yet'), body, language }, undefined, [])
}

function unescaped(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
