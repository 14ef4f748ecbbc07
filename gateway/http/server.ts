import type { HttpRequest, HttpResponse, TemplatedApp, us_listen_socket } from 'uWebSockets.js'
import type { Logger } from 'pino'
import { ConfigError, type RuntimeConfig } from '../../config/environment.ts'
import { ApiError } from '../../core/platform/errors.ts'
import type { RedisClient } from '../../core/platform/redis/redis-connection.ts'
import type { Core } from '../../core/state/core.ts'
import { Authentication, type RealmDirectory } from './authentication/authentication.ts'
import { Sessions } from './authentication/sessions.ts'
import { BodyBudget } from './body/body-budget.ts'
import { statedBody } from './body/body-length.ts'
import { SlowBodies } from './body/slow-bodies.ts'
import type { Endpoint } from './endpoint/endpoint.ts'
import { type EndpointContext, endpointRunner } from './endpoint-runner.ts'
import { methodNotAllowed, notFound, unclearBody } from './errors/errors.ts'
import { groupPage, operationPage, REFERENCE } from './errors/operation-page.ts'
import { Exchange, type ExchangeOwner } from './exchange/exchange.ts'
import { RateLimits } from './limits/rate-limits.ts'
import { RequestShares } from './limits/request-shares.ts'
import { type RawMethod, type RawRoute, rawRouteRunner } from './raw-route.ts'
import type { Header } from './reply/headers.ts'
import {
  type ApiCredentialKind,
  failure,
  plainFailure,
  plainText,
  preflight,
  type Reply,
} from './reply/reply.ts'
import { type Route, RouteTable } from './route-table.ts'
import type { RouteContext } from './run-exchange.ts'
import { type SocketRoute, socketBehavior } from './socket-route.ts'
import { ClientAddress } from './uwebsockets/client-address.ts'
import { Handlers } from './uwebsockets/handlers.ts'
import { UpgradeCork } from './uwebsockets/upgrade-cork.ts'
import uWS from './uwebsockets/uws.ts'

/** Every endpoint is served twice: to callers with an API key, and to browsers with a session. */
const API = '/api/v1'
const JSON_API = '/json'

/** The names of methods in uWebSockets.js. */
const REGISTER = {
  GET: 'get',
  POST: 'post',
  PUT: 'put',
  PATCH: 'patch',
  DELETE: 'del',
  OPTIONS: 'options',
} as const

const CREDENTIAL_KINDS: readonly ApiCredentialKind[] = ['key', 'session']

export interface HttpServerOptions {
  readonly config: RuntimeConfig
  readonly realms: RealmDirectory
  /** Handlers receive it in `Call.caller`. */
  readonly core?: Core
  readonly redis: RedisClient
  readonly logger: Logger
  readonly endpoints: readonly Endpoint[]
  readonly rawRoutes?: readonly RawRoute[]
  readonly socketRoutes?: readonly SocketRoute[]
  /**
   * The answer to who asks for the address of no page. `isBrowser`: a page is wanted. Default: plain text.
   */
  readonly missingPage?: (address: string, acceptLanguage: string, isBrowser: boolean) => Reply | undefined
  /**
   * Called once for each request, when its response is sent or its client has disconnected: the request log,
   * metrics.
   */
  readonly observers?: readonly ((exchange: Exchange) => void)[]
}

/** The HTTP server of a gateway. Gateways on one machine may share a port. */
export class HttpServer implements ExchangeOwner {
  readonly clientAddress: ClientAddress
  readonly upgradeCork = new UpgradeCork()
  readonly strictTransport: Header | undefined
  readonly bodyBudget: BodyBudget
  readonly slowBodies = new SlowBodies()
  readonly shares = new RequestShares()
  /** The routes outside the API's conventions, WebSockets included. */
  readonly otherRoutes: readonly (RawRoute | SocketRoute)[]
  closing = false
  readonly #app: TemplatedApp = uWS.App()
  readonly #handlers = new Handlers()
  readonly #limits: RateLimits
  readonly #observers: readonly ((exchange: Exchange) => void)[]
  readonly #tables = { key: new RouteTable(API), session: new RouteTable(JSON_API) } as const
  readonly #rawRoutes: { readonly method: Exclude<RawMethod, 'ANY'>; readonly expression: RegExp }[] = []
  readonly #rootUrl: string
  readonly #missingPage: HttpServerOptions['missingPage']
  #socket: us_listen_socket | undefined
  #running = 0
  #idle: (() => void) | undefined

  constructor(options: HttpServerOptions) {
    const { config, logger } = options
    this.clientAddress = new ClientAddress(config.clientAddressHeader, config.trustProxy)
    const isSecure = config.rootUrl.startsWith('https:')
    this.strictTransport = isSecure
      ? ['Strict-Transport-Security', `max-age=${config.hstsSeconds}`]
      : undefined
    this.bodyBudget = new BodyBudget(config.maxBodyBytesInFlight)
    this.#rootUrl = config.rootUrl
    this.#missingPage = options.missingPage
    this.#observers = options.observers ?? []
    this.#limits = new RateLimits(options.redis, config)
    const sessions = new Sessions(options.redis, config)
    const onWrongResponse = { production: 'unchecked', development: 'log', test: 'fail' } as const
    const context: EndpointContext = {
      authentication: new Authentication(options.realms, this.#limits, sessions),
      sessions,
      limits: this.#limits,
      shares: this.shares,
      logger,
      core: options.core,
      maxBodyBytes: config.maxBodyBytes,
      rootUrl: config.rootUrl,
      onWrongResponse: onWrongResponse[config.nodeEnv],
    }
    for (const credential of CREDENTIAL_KINDS) {
      const table = this.#tables[credential]
      for (const endpoint of options.endpoints)
        table.add(endpoint, endpointRunner(endpoint, context, credential))
      for (const route of table.routes) this.#addEndpoints(route)
    }
    this.otherRoutes = [...(options.rawRoutes ?? []), ...(options.socketRoutes ?? [])]
    for (const route of options.rawRoutes ?? []) this.#addRawRoute(route, context)
    for (const route of options.socketRoutes ?? []) this.#addSocketRoute(route, context)
    this.#app.any(
      '/*',
      this.#handlers.add((response: HttpResponse, request: HttpRequest) =>
        this.#serveOther(response, request),
      ),
    )
  }

  /** Starts accepting connections; resolves with the port, which the system picks for port 0. */
  async listen(port: number, host: string): Promise<number> {
    await this.upgradeCork.open()
    return new Promise((resolve, reject) => {
      this.#app.listen(host, port, (socket) => {
        if (!socket) {
          reject(
            new ConfigError(
              `Cannot listen on ${host}:${port}: correct HOST and PORT, or stop the program that listens there`,
            ),
          )
          return
        }
        this.#socket = socket
        resolve(uWS.us_socket_local_port(socket))
      })
    })
  }

  /**
   * Stops accepting connections, waits for running requests, and cuts off those that run longer than
   * `deadlineMs`. The caller ends long polls before.
   */
  async close(deadlineMs = 10_000): Promise<void> {
    if (this.closing) return
    this.closing = true
    if (this.#socket !== undefined) uWS.us_listen_socket_close(this.#socket)
    if (this.#running > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, deadlineMs)
        this.#idle = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#app.close()
    this.#handlers.release()
    this.upgradeCork.close()
    await this.#limits.close()
  }

  finished(exchange: Exchange): void {
    this.#running--
    for (const observe of this.#observers) observe(exchange)
    if (this.#running === 0) this.#idle?.()
  }

  #addEndpoints(route: Route): void {
    const { method, pattern, parameters, restAfter } = route
    const serve = (response: HttpResponse, request: HttpRequest) => {
      const path: string[] = []
      for (let i = 0; i < parameters; i++) path.push(request.getParameter(i))
      if (restAfter !== undefined) path.push(request.getUrl().split('/').slice(restAfter).join('/'))
      this.#run(route, path, method, response, request)
    }
    this.#app[REGISTER[method]](pattern, this.#handlers.add(serve))
  }

  #run(route: Route, path: string[], method: string, response: HttpResponse, request: HttpRequest): void {
    const found = route.find(path)
    if (found === undefined) this.#serveOther(response, request)
    else void found.run(this.#begin(response, request, method, found.template), path)
  }

  #addRawRoute(route: RawRoute, context: RouteContext): void {
    const { method, pattern } = route
    const run = rawRouteRunner(route, context)
    const serve = this.#handlers.add((response: HttpResponse, request: HttpRequest) => {
      const sent = request.getMethod().toUpperCase()
      run(this.#begin(response, request, sent, pattern), request, sent)
    })
    if (method === 'ANY') {
      this.#app.any(pattern, serve)
      return
    }
    this.#app[REGISTER[method]](pattern, serve)
    if (method === 'GET') this.#app.head(pattern, serve)
    const expression = pattern.replace(/[.+?]/g, '\\$&').replace(/:\w+/g, '[^/]+').replace('*', '.*')
    this.#rawRoutes.push({ method, expression: new RegExp(`^${expression}$`) })
  }

  #addSocketRoute(route: SocketRoute, context: RouteContext): void {
    const begin = (response: HttpResponse, request: HttpRequest) =>
      this.#begin(response, request, 'GET', route.pattern)
    this.#app.ws(route.pattern, this.#handlers.addAll(socketBehavior(route, context, begin)))
  }

  /**
   * Responds to requests that match no endpoint: HEAD and OPTIONS of endpoints, other methods of a known
   * path, unknown paths.
   */
  #serveOther(response: HttpResponse, request: HttpRequest): void {
    const method = request.getMethod().toUpperCase()
    const url = request.getUrl()
    const credential = url.startsWith(`${JSON_API}/`) ? 'session' : 'key'
    const matches = this.#tables[credential].matches(url)
    const get = method === 'HEAD' && matches.find(({ route }) => route.method === 'GET')
    if (get) {
      this.#run(get.route, get.path, method, response, request)
      return
    }
    const exchange = this.#begin(response, request, method, 'unmatched')
    const isApi = credential === 'session' || url.startsWith('/api/')
    const refusal = this.#refusalOf(exchange)
    if (refusal !== undefined) {
      exchange.respond(isApi ? failure(refusal, [], credential) : plainFailure(refusal))
      return
    }
    const rawRoutes = this.#rawRoutes.filter(({ expression }) => expression.test(url))
    const methods = new Set<string>([
      ...matches.map(({ route }) => route.method),
      ...rawRoutes.map((route) => route.method),
    ])
    // Only GET reads the reference: who sends something to /api/messages means the API below /api/v1.
    const isReference =
      isApi && matches.length === 0 && url.startsWith(REFERENCE) && !url.startsWith(`${API}/`)
    if (methods.size === 0 || (isReference && method !== 'OPTIONS')) {
      const lacksPrefix = this.#tables.key.matches(API + url).length > 0
      exchange.respond(
        isApi || lacksPrefix ? this.#notFound(url, method, credential) : this.#noPage(method, request),
      )
      return
    }
    if (methods.has('GET')) methods.add('HEAD')
    const allowed = [...methods, 'OPTIONS'].sort()
    const isClosed = !isApi || matches.some(({ route, path }) => route.find(path)?.sameOrigin === true)
    const readers = isClosed ? 'session' : credential
    const headers = [['Allow', allowed.join(', ')]] as const
    if (method === 'OPTIONS') exchange.respond(preflight(allowed, readers))
    else if (isApi) {
      const useful = allowed.filter((each) => each !== 'HEAD' && each !== 'OPTIONS')
      const path = matches[0]?.route.find(matches[0].path)?.template.replace(/^\/(?:api\/v1|json)/, '')
      const page = path === undefined ? REFERENCE : groupPage(path)
      exchange.respond(failure(methodNotAllowed(useful), headers, readers, this.#rootUrl + page))
    } else exchange.respond(plainText(405, 'Method Not Allowed\n', headers))
  }

  /** The error for a request that no route counts, over the limit of its network. */
  #refusalOf(exchange: Exchange): ApiError | undefined {
    try {
      this.#limits.takeForFile(exchange.remoteAddress)
      return undefined
    } catch (error) {
      if (error instanceof ApiError) return error
      throw error
    }
  }

  /** The answer to an unknown path, with the endpoint that it resembles. */
  #notFound(url: string, method: string, credential: ApiCredentialKind): Reply {
    const nearest = this.#tables[credential].nearest(url, method)
    const page =
      nearest === undefined ? `${REFERENCE}#operations` : operationPage(nearest.method, nearest.path)
    const error = notFound(nearest?.template, nearest?.notIntegers)
    return failure(error, [], credential, this.#rootUrl + page)
  }

  #noPage(method: string, request: HttpRequest): Reply {
    const isBrowser = request.getHeader('accept').includes('text/html')
    const language = request.getHeader('accept-language')
    const answer = ['GET', 'HEAD'].includes(method)
      ? this.#missingPage?.(addressOf(request), language, isBrowser)
      : undefined
    return answer ?? plainText(404, 'Not Found\n')
  }

  /** Begins the exchange of a request, which is counted, logged and awaited when the server closes. */
  #begin(response: HttpResponse, request: HttpRequest, method: string, route: string): Exchange {
    this.#running++
    const body = statedBody(request, method !== 'GET' && method !== 'HEAD')
    const exchange = new Exchange(response, request, method, route, this, body !== 'none')
    if (body === 'unclear') exchange.refuse(failure(unclearBody()))
    return exchange
  }
}

/** The path and query of a request. */
function addressOf(request: HttpRequest): string {
  const query = request.getQuery()
  return query ? `${request.getUrl()}?${query}` : request.getUrl()
}
