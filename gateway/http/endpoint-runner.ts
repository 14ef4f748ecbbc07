import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import { z } from 'zod'
import { MAX_BYTES_OF_UNKNOWN_CALLERS } from '../../config/limits.ts'
import type { PasskeyPage } from '../../core/people/second-factors/passkeys.ts'
import { ApiError } from '../../core/platform/errors.ts'
import type { Caller } from '../../core/state/caller.ts'
import type { Core } from '../../core/state/core.ts'
import { ActorChanged } from '../../core/state/realm/current-actor.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import type { Entrance, Identity } from './authentication/authentication.ts'
import type { Sessions } from './authentication/sessions.ts'
import { type FileLimit, type IncomingFile, readFileForm } from './body/file-form.ts'
import {
  isForm,
  noFields,
  readBodyFields,
  readBodyFile,
  readUrlEncoded,
  type SmallFile,
  type TextFields,
} from './body/text-fields.ts'
import { clientName } from './client-name.ts'
import type { AttemptKind, Call, MailKind } from './endpoint/call.ts'
import type { Endpoint } from './endpoint/endpoint.ts'
import { LaterAnswer } from './endpoint/later-answer.ts'
import { freshLogInNeeded, missingBesideUnreadBody, missingInQuery, unreadBody } from './errors/errors.ts'
import { docsUrlOf, operationPage } from './errors/operation-page.ts'
import type { Exchange } from './exchange/exchange.ts'
import { logAsApiError } from './failures.ts'
import { allowanceHeaders, type Source } from './limits/rate-limits.ts'
import { bodyBytes, fieldLimits } from './parameters/field-limits.ts'
import {
  type GivenParameters,
  hasFormParameters,
  type ParameterReader,
  parameterReader,
  type ReadParameters,
  withIgnoredFields,
} from './parameters/parameter-reader.ts'
import type { Headers } from './reply/headers.ts'
import { JsonText } from './reply/json-text.ts'
import { OpenAnswer } from './reply/open-answer.ts'
import { type ApiCredentialKind, eventStream, failure, success } from './reply/reply.ts'
import { type RouteContext, runExchange, setCaller } from './run-exchange.ts'

/** The services of every endpoint. */
export interface EndpointContext extends RouteContext {
  /** Absent where no endpoint asks for `Call.caller`. */
  readonly core: Core | undefined
  readonly maxBodyBytes: number
  /** The address of the server, for links to the reference. */
  readonly rootUrl: string
  /** The reaction to a response that differs from its declaration. `unchecked`: nothing compares them. */
  readonly onWrongResponse: 'fail' | 'log' | 'unchecked'
}

/** Answers one exchange; never rejects. `path` holds the values of the path's parameters, still escaped. */
export type Run = (exchange: Exchange, path: readonly string[]) => Promise<void>

/**
 * Compiles an endpoint, for one kind of credential, to the function that takes a request through identity,
 * permission, rate limit, body, parameters, handler and envelope. A change by a browser's session needs the
 * session's CSRF token.
 */
export function endpointRunner(
  endpoint: Endpoint,
  context: EndpointContext,
  credential: ApiCredentialKind = 'key',
): Run {
  const { authentication, sessions, maxBodyBytes } = context
  const needsToken = credential === 'session' && endpoint.method !== 'GET'
  const read = parameterReader(endpoint)
  const check = responseCheck(endpoint, context)
  // Pages of other sites may not read a response that a session opens.
  const readers = endpoint.sameOrigin ? 'session' : credential
  const hasFile = endpoint.file !== undefined
  const hasBody = endpoint.method !== 'GET' && !hasFile
  const takesForm = hasBody && hasFormParameters(endpoint)
  const { optionalFile } = endpoint
  const limits = fieldLimits(endpoint)
  const bodyLimit = bodyBytes(endpoint, maxBodyBytes) + (optionalFile?.maxBytes ?? 0)

  const { rateLimited, forWebhookBots, freshness, keepsSession } = endpoint
  const entrance = { rateLimited, credential, forWebhookBots, freshness, keepsSession }
  const secondEntrance = { ...entrance, rateLimited: false }
  const page = operationPage(endpoint.method, endpoint.path)

  const failureOf = (error: ApiError, headers: Headers) =>
    failure(error, headers, readers, docsUrlOf(error, page, context.rootUrl))

  /**
   * Answers a request that has waited. A function of its own, so that it keeps nothing else of the request.
   */
  const answerer =
    (exchange: Exchange, headers: Headers, ignored: readonly string[]) => (result: unknown) => {
      try {
        check(result)
        exchange.respond(success(result, ignored, headers, readers))
      } catch (error) {
        exchange.respond(failureOf(logAsApiError(error, context.logger, exchange), headers))
      }
    }

  return (exchange, path) => {
    let headers: Headers = []
    const file = hasFile ? exchange.streamBody() : undefined
    const incoming = hasBody ? exchange.receiveBody() : undefined
    const identify = (entrance: Entrance) => authentication.identify(exchange, endpoint.access, entrance)
    const renderError = (error: ApiError) => failureOf(error, headers)
    const exchangeRun = { logger: context.logger, body: file ?? incoming, renderError }
    // A promise is awaited only where there is one: each await is a turn of its own, and most requests need
    // none.
    return runExchange(exchange, exchangeRun, async () => {
      const identifying = identify(entrance)
      const identity = identifying instanceof Promise ? await identifying : identifying
      const { user, allowance } = identity
      setCaller(exchange, identity)
      if (allowance !== undefined) headers = allowanceHeaders(allowance)
      // Browsers send the cookie of a session with a request for a stream that another page makes.
      if (endpoint.streams && credential === 'session') sessions.origins.check(exchange)
      if (needsToken) sessions.csrf.check(exchange, identity.session, exchange.csrfToken)

      const bytes =
        incoming && (await incoming.all(user === undefined ? MAX_BYTES_OF_UNKNOWN_CALLERS : bodyLimit))
      const query = readUrlEncoded(exchange.query, limits)
      const body = bytes === undefined ? noFields : readBodyFields(bytes, exchange.contentType, limits)
      const { values, ignored } = readOrExplain(read, { path, query, body }, bytes, exchange.contentType)
      if (takesForm && bytes !== undefined && bytes.length > 0 && !isForm(exchange.contentType))
        throw unreadBody(exchange.contentType)
      const small = optionalFile && bytes && readBodyFile(bytes, exchange.contentType)
      // A file arrives as slowly as its client sends it.
      const entering = hasFile ? undefined : context.shares.enter(identity.realm.record.id, exchange)
      const place = entering instanceof Promise ? await entering : entering
      if (place === 'left') return
      const callOf = (caller: Identity) =>
        new RunningCall(exchange, context, caller, values, query, body, file, small)
      let call = callOf(identity)
      try {
        let result: unknown
        try {
          const running = endpoint.handler(call as unknown as Call)
          result = running instanceof Promise ? await running : running
        } catch (error) {
          if (hasFile || !(error instanceof ActorChanged)) throw error
          // Nothing was done. Memory has the change by now, so this attempt succeeds or is refused for the
          // right reason.
          call = callOf(await identify(secondEntrance))
          result = await endpoint.handler(call as unknown as Call)
        }
        if (result instanceof LaterAnswer) {
          result.onAnswer(answerer(exchange, headers, ignored))
          return
        }
        if (result instanceof OpenAnswer) {
          exchange.open(eventStream(headers, readers), result.listener)
          return
        }
        check(result)
        const unsupported = hasFile ? withIgnoredFields(endpoint, ignored, call.fileFields) : ignored
        const all = call.cookies.length === 0 ? headers : [...headers, ...call.cookies]
        exchange.respond(success(result, unsupported, all, readers))
      } finally {
        place?.leave()
      }
    })
  }
}

/** As `read`. The error for a missing parameter says when the body of the request is not read. */
function readOrExplain(
  read: ParameterReader,
  given: GivenParameters,
  bytes: Buffer | undefined,
  contentType: string,
): ReadParameters {
  try {
    return read(given)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'REQUEST_VARIABLE_MISSING') throw error
    if (bytes === undefined) throw isForm(contentType) ? missingInQuery(error) : error
    throw bytes.length > 0 && !isForm(contentType) ? missingBesideUnreadBody(error, contentType) : error
  }
}

class RunningCall {
  readonly realm: RealmState
  readonly user: UserRecord | undefined
  readonly params: Record<string, unknown>
  readonly session: string | undefined
  readonly file: SmallFile | undefined
  cookies: Headers = []
  /** The fields beside a file that was received. */
  fileFields: TextFields = noFields
  readonly #exchange: Exchange
  readonly #context: EndpointContext
  readonly #query: TextFields
  readonly #body: TextFields
  readonly #file: Readable | undefined

  constructor(
    exchange: Exchange,
    context: EndpointContext,
    { realm, user, sessionName }: Identity,
    params: Record<string, unknown>,
    query: TextFields,
    body: TextFields,
    file: Readable | undefined,
    small: SmallFile | undefined,
  ) {
    this.realm = realm
    this.user = user
    this.session = sessionName
    this.params = params
    this.#exchange = exchange
    this.#context = context
    this.#query = query
    this.#body = body
    this.#file = file
    this.file = small
  }

  get caller(): Caller | undefined {
    const { realm, user } = this
    const { core } = this.#context
    return core && user && { core, realm, user }
  }
  get client(): string {
    return clientName(this.#exchange.userAgent, this.#query, this.#body)
  }
  get requestId(): string {
    return this.#exchange.id
  }
  get remoteAddress(): string {
    return this.#exchange.remoteAddress
  }
  get lastEventId(): string {
    return this.#exchange.lastEventId
  }
  get userAgent(): string {
    return this.#exchange.userAgent
  }
  get log(): Logger {
    return this.#context.logger.child({ id: this.#exchange.id })
  }
  get aborted(): boolean {
    return this.#exchange.aborted
  }
  onAbort(callback: () => void): void {
    this.#exchange.onAbort(callback)
  }
  receiveFile<T>(limit: FileLimit, keep: (file: IncomingFile) => Promise<T>): Promise<T> {
    if (this.#file === undefined) throw new Error(`${this.#exchange.route} is declared without a file`)
    return readFileForm(this.#file, this.#exchange.contentType, limit, (file) => {
      this.fileFields = file.fields
      return keep(file)
    })
  }
  countAuthenticationAttempt(username: string, kind?: AttemptKind): Promise<void> {
    const { limits } = this.#context
    return limits.takeForAuthentication(this.realm.record.id, username, this.#sourceOf(username), kind)
  }
  forgiveAuthenticationAttempts(username: string, kind?: AttemptKind): Promise<void> {
    const { limits } = this.#context
    return limits.forgiveAuthentication(this.realm.record.id, username, this.#sourceOf(username), kind)
  }
  countRequestedMail(kind: MailKind, email: string): Promise<void> {
    const { limits } = this.#context
    return limits.takeForMail(this.realm.record.id, { kind, email }, this.#sourceOf(email))
  }
  async startSession(user: UserRecord): Promise<void> {
    const { sessions } = this.#context
    this.cookies = await sessions.start(this.realm.record, user, this.#exchange)
  }
  async useSession(): Promise<void> {
    if (this.session !== undefined)
      await this.#context.sessions.use(this.realm.record, this.session, this.#exchange)
  }
  async requireFreshLogIn(): Promise<void> {
    const { session } = this
    if (session === undefined || !(await this.#context.sessions.isConfirmed(this.realm.record.id, session)))
      throw freshLogInNeeded()
  }
  async confirmLogIn(): Promise<void> {
    if (this.session === undefined) throw freshLogInNeeded()
    await this.#context.sessions.confirm(this.realm.record.id, this.session)
  }
  get passkeyPage(): PasskeyPage {
    const { session: browser } = this
    if (browser === undefined) throw freshLogInNeeded()
    const { host, authority } = this.#exchange
    return { host, origins: this.#context.sessions.origins.of(authority), browser }
  }
  get sessions(): Sessions {
    return this.#context.sessions
  }
  #sourceOf(address: string): Source {
    if (this.user !== undefined) return { user: this.user.id }
    return this.#context.sessions.devices.sourceOf(this.realm, address, this.#exchange)
  }
}

/** Compares responses with their declaration, in development and tests. */
function responseCheck(
  endpoint: Endpoint,
  { logger, onWrongResponse }: EndpointContext,
): (result: unknown) => void {
  if (onWrongResponse === 'unchecked') return () => {}
  const schema = z.strictObject(endpoint.response)
  return (result) => {
    const fields = fieldsOf(result)
    const { error } = schema.safeParse(fields)
    if (error === undefined) return
    const wrong = new Error(
      `${endpoint.method} ${endpoint.path} answers otherwise than declared: ${z.prettifyError(error)}`,
    )
    if (onWrongResponse === 'fail') throw wrong
    logger.error({ err: wrong }, 'wrong response')
  }
}

function fieldsOf(result: unknown): unknown {
  return result instanceof JsonText ? result.toJSON() : (result ?? {})
}
