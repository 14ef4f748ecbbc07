import uWS, {
  type HttpRequest,
  type HttpResponse,
  type TemplatedApp,
  type us_listen_socket,
} from 'uWebSockets.js'
import type { Cluster, Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { RuntimeConfig } from '../../config/environment.ts'
import { type ApiDoor, Authentication, type RealmDirectory } from './authentication.ts'
import type { Endpoint } from './endpoint.ts'
import { endpointRunner, type Surroundings } from './endpoint-runner.ts'
import { Exchange, type ExchangeOwner } from './exchange.ts'
import { RateLimits } from './rate-limits.ts'
import { failure, methodNotAllowed, notFound, plainText, preflight } from './reply.ts'
import { type Route, RouteTable } from './route-table.ts'
import { Sessions } from './sessions.ts'
import { UpgradeCork } from './upgrade-cork.ts'

/** Every endpoint is there twice: for whoever has an API key, and for browsers that have a session. */
const API = '/api/v1'
const JSON_API = '/json'

const DOORS: readonly ApiDoor[] = ['key', 'session']

/** A route outside of the API's conventions: health, metrics, pages, the API reference. */
export interface RawRoute {
  readonly method: 'GET' | 'POST'
  /** In the notation of uWebSockets.js: `/health/live`, `/join/:key`. A GET answers HEAD as well. */
  readonly pattern: string
  /** `request` is gone when the handler first awaits. Must come to `exchange.respond`, and not throw. */
  readonly handle: (exchange: Exchange, request: HttpRequest) => void
}

export interface HttpServerOptions {
  readonly config: RuntimeConfig
  readonly realms: RealmDirectory
  readonly redis: Redis | Cluster
  readonly logger: Logger
  readonly endpoints: readonly Endpoint[]
  readonly rawRoutes?: readonly RawRoute[]
  /** Called once per request when its response is sent or its client gone: the request log, metrics. */
  readonly observers?: readonly ((exchange: Exchange) => void)[]
}

/** The HTTP side of a gateway. Gateways on one machine may share a port. */
export class HttpServer implements ExchangeOwner {
  /** For WebSocket routes. Add them before `listen`; `begin` an exchange for each request to upgrade. */
  readonly app: TemplatedApp = uWS.App()
  /** For the same: who opens a WebSocket. */
  readonly authentication: Authentication
  readonly sessions: Sessions
  readonly trustProxy: boolean
  readonly upgradeCork = new UpgradeCork()
  readonly limits: RateLimits
  closing = false
  readonly #observers: readonly ((exchange: Exchange) => void)[]
  readonly #tables = { key: new RouteTable(API), session: new RouteTable(JSON_API) } as const
  #socket: us_listen_socket | undefined
  #running = 0
  #idle: (() => void) | undefined

  constructor(options: HttpServerOptions) {
    const { config, logger } = options
    this.trustProxy = config.trustProxy
    this.#observers = options.observers ?? []
    this.limits = new RateLimits(options.redis, config)
    this.sessions = new Sessions(options.redis, config)
    this.authentication = new Authentication(options.realms, this.limits, this.sessions)
    const onWrongResponse = { production: 'unchecked', development: 'log', test: 'fail' } as const
    const surroundings: Surroundings = {
      authentication: this.authentication,
      sessions: this.sessions,
      limits: this.limits,
      logger,
      maxBodyBytes: config.maxBodyBytes,
      onWrongResponse: onWrongResponse[config.nodeEnv],
    }
    for (const door of DOORS) {
      const table = this.#tables[door]
      for (const endpoint of options.endpoints)
        table.add(endpoint, endpointRunner(endpoint, surroundings, door))
      for (const route of table.routes) this.#serve(route, door)
    }
    for (const route of options.rawRoutes ?? []) this.#serveRaw(route)
    this.app.any('/*', (response, request) => this.#serveOther(response, request))
  }

  /** Starts accepting connections; resolves with the port, which the system picks for port 0. */
  async listen(port: number, host: string): Promise<number> {
    await this.upgradeCork.open()
    return new Promise((resolve, reject) => {
      this.app.listen(host, port, (socket) => {
        if (!socket) {
          reject(new Error(`Cannot listen on ${host}:${port}`))
          return
        }
        this.#socket = socket
        resolve(uWS.us_socket_local_port(socket))
      })
    })
  }

  /**
   * Stops accepting connections, lets running requests end, and cuts off those that have not after
   * `deadlineMs`. End long polls before.
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
    this.app.close()
    this.upgradeCork.close()
    await this.limits.close()
  }

  finished(exchange: Exchange): void {
    this.#running--
    for (const observe of this.#observers) observe(exchange)
    if (this.#running === 0) this.#idle?.()
  }

  #serve(route: Route, door: ApiDoor): void {
    const { method, pattern, parameters, restAfter } = route
    const register = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'del' } as const
    this.app[register[method]](pattern, (response, request) => {
      const path: string[] = []
      for (let i = 0; i < parameters; i++) path.push(request.getParameter(i))
      if (restAfter !== undefined) path.push(request.getUrl().split('/').slice(restAfter).join('/'))
      this.#run(route, door, path, method, response, request)
    })
  }

  #run(
    route: Route,
    door: ApiDoor,
    path: string[],
    method: string,
    response: HttpResponse,
    request: HttpRequest,
  ): void {
    const found = route.find(path)
    const exchange = this.begin(response, request, method, found?.template ?? route.pattern)
    if (found === undefined) exchange.respond(failure(notFound(), [], door))
    else void found.run(exchange, path)
  }

  #serveRaw({ method, pattern, handle }: RawRoute): void {
    const serve = (as: string) => (response: HttpResponse, request: HttpRequest) =>
      handle(this.begin(response, request, as, pattern), request)
    if (method === 'POST') this.app.post(pattern, serve('POST'))
    else this.app.get(pattern, serve('GET')).head(pattern, serve('HEAD'))
  }

  /** What no route took: HEAD, OPTIONS, a method the path does not have, a path there is not. */
  #serveOther(response: HttpResponse, request: HttpRequest): void {
    const method = request.getMethod().toUpperCase()
    const url = request.getUrl()
    const door = url.startsWith(`${JSON_API}/`) ? 'session' : 'key'
    const matches = this.#tables[door].matches(url)
    const get = method === 'HEAD' && matches.find(({ route }) => route.method === 'GET')
    if (get) {
      this.#run(get.route, door, get.path, method, response, request)
      return
    }
    const exchange = this.begin(response, request, method, 'unmatched')
    if (matches.length === 0) {
      const isApi = door === 'session' || url.startsWith('/api/')
      exchange.respond(isApi ? failure(notFound(), [], door) : plainText(404, 'Not Found\n'))
      return
    }
    const methods = new Set<string>(matches.map(({ route }) => route.method))
    if (methods.has('GET')) methods.add('HEAD')
    const allowed = [...methods, 'OPTIONS'].sort()
    exchange.respond(method === 'OPTIONS' ? preflight(allowed, door) : methodNotAllowed(allowed, door))
  }

  /** Counts, logs and lets end, like all others, a request that a route of `app` takes. */
  begin(response: HttpResponse, request: HttpRequest, method: string, route: string): Exchange {
    this.#running++
    return new Exchange(response, request, method, route, this)
  }
}
