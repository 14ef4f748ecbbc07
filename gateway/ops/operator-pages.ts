import type { HttpRequest, HttpResponse } from 'uWebSockets.js'
import type { RuntimeConfig } from '../../config/environment.ts'
import { ApiError } from '../../core/platform/errors.ts'
import type { Logger } from '../../core/platform/log.ts'
import type { Exchange, Header, Reply } from '../http/exchange.ts'
import { explain } from '../http/failures.ts'
import { sendsTooMuch } from '../http/incoming-body.ts'
import { plainFailure } from '../http/reply.ts'
import type { HttpServer } from '../http/server.ts'
import { OperatorAccess } from './operator-access.ts'

/** A request of the operator's: who asks has been found right. */
export interface OperatorRequest {
  readonly method: string
  /** The path as it was sent, still escaped. */
  readonly url: string
  /** Values of the pattern's `:parameters`, in its order. */
  readonly path: readonly string[]
  readonly query: URLSearchParams
  readonly contentType: string
  /** Empty for GET. */
  readonly body: Buffer
}

/** A page, or an action, under /ops. Declare it, and give it to `serveOperatorPages`. */
export interface OperatorPage {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** In the notation of uWebSockets.js: `/ops/mail`, `/ops/mail/:id`. A GET answers HEAD as well. */
  readonly pattern: string
  /** An `ApiError` is shown as its message; what else it throws is logged, and shown as nothing. */
  readonly handle: (request: OperatorRequest) => Reply | Promise<Reply>
}

/** On every answer under /ops unless it says otherwise: seen by the operator alone, stored and framed by nobody. */
const GUARDS: readonly Header[] = [
  ['Cache-Control', 'no-store'],
  [
    'Content-Security-Policy',
    "default-src 'self'; img-src 'self' data:; base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
  ],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Referrer-Policy', 'same-origin'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
]

const CHALLENGE: Header = ['WWW-Authenticate', 'Basic realm="Loquat operator", charset="UTF-8"']

/** Adds pages that only the operator sees. Add them before the server listens. */
export function serveOperatorPages(
  http: HttpServer,
  { config, log }: { config: RuntimeConfig; log: Logger },
  pages: readonly OperatorPage[],
): void {
  const access = new OperatorAccess(config.operatorPassword, http.limits)
  for (const page of pages) {
    const serve = (method: string) => (response: HttpResponse, request: HttpRequest) => {
      const url = request.getUrl()
      const path = parametersOf(page.pattern, request)
      const [host, origin] = [request.getHeader('host'), request.getHeader('origin')]
      const site = request.getHeader('sec-fetch-site')
      const exchange = http.begin(response, request, method, page.pattern)
      const body = exchange.method === 'GET' ? undefined : exchange.receiveBody()
      const answer = async (): Promise<Reply> => {
        const { authorization, remoteAddress: address } = exchange
        access.check({ method: exchange.method, authorization, address, host, origin, site })
        return page.handle({
          method: exchange.method,
          url,
          path,
          query: new URLSearchParams(exchange.query),
          contentType: exchange.contentType,
          body: (await body?.all(config.maxBodyBytes)) ?? Buffer.alloc(0),
        })
      }
      void answer().then(
        (reply) => exchange.respond(guarded(reply)),
        async (error) => {
          await body?.discard(error instanceof ApiError && sendsTooMuch(error))
          exchange.respond(guarded(explained(error, exchange, log)))
        },
      )
    }
    http.route(page.method, page.pattern, serve)
  }
}

function parametersOf(pattern: string, request: HttpRequest): string[] {
  const count = pattern.split('/').filter((segment) => segment.startsWith(':')).length
  return Array.from({ length: count }, (_, index) => request.getParameter(index) ?? '')
}

function explained(error: unknown, exchange: Exchange, log: Logger): Reply {
  const told = explain(error, log, exchange)
  return plainFailure(told, told.status === 401 ? [CHALLENGE] : [])
}

function guarded(reply: Reply): Reply {
  const own = new Set(reply.headers.map(([name]) => name.toLowerCase()))
  return { ...reply, headers: [...reply.headers, ...GUARDS.filter(([name]) => !own.has(name.toLowerCase()))] }
}
