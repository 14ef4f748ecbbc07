import type { RuntimeConfig } from '../../config/environment.ts'
import type { ApiError } from '../../core/platform/errors.ts'
import { headerOf, type RawRoute, type ReceivedRequest, rawRoute } from '../http/raw-route.ts'
import type { Header } from '../http/reply/headers.ts'
import { plainFailure, type Reply } from '../http/reply/reply.ts'
import { OperatorAccess, type OperatorClaim } from './operator-access.ts'
import { type OperatorSay, operatorSay } from './texts/say.ts'

/** A request of the operator, whose password has been checked. */
export interface OperatorRequest {
  readonly method: string
  /** The path as the client sent it, still escaped. */
  readonly url: string
  /** Values of the pattern's `:parameters`, in its order. */
  readonly path: readonly string[]
  readonly query: URLSearchParams
  readonly contentType: string
  /** Says the sentences of the page in the language of the browser. */
  readonly t: OperatorSay
  /** Empty for GET. */
  readonly body: Buffer
}

/** A page or an action under /ops, which `operatorRoutes` serves. */
export interface OperatorPage {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** In the notation of uWebSockets.js: `/ops/mail`, `/ops/mail/:id`. A GET answers HEAD as well. */
  readonly pattern: string
  /**
   * The operator sees the message of an `ApiError`. Any other error is logged, and answered 500 without
   * details.
   */
  readonly handle: (request: OperatorRequest) => Reply | Promise<Reply>
}

/**
 * On every response under /ops that does not set them itself. No cache stores it, no page of another site
 * frames it.
 */
const SECURITY_HEADERS: readonly Header[] = [
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

/** Serves pages that only the operator sees. */
export function operatorRoutes(
  config: Pick<RuntimeConfig, 'operatorPassword' | 'maxBodyBytes'>,
  pages: readonly OperatorPage[],
): RawRoute[] {
  const access = new OperatorAccess(config.operatorPassword)
  return pages.map((page) =>
    rawRoute({
      method: page.method,
      pattern: page.pattern,
      access: 'unidentified',
      limit: { counts: 'files', work: 'Nothing without OPERATOR_PASSWORD; wrong ones are counted too.' },
      headers: ['host', 'origin', 'sec-fetch-site', 'accept-language'],
      maxBodyBytes: config.maxBodyBytes,
      guard: (request, { limits, sessions }) => access.check(claimOf(request), limits, sessions.origins),
      renderError: (error) => withSecurityHeaders(asPlainText(error)),
      handle: async (request) => {
        const { exchange, url, path, body } = request
        return withSecurityHeaders(
          await page.handle({
            method: exchange.method,
            url,
            path,
            query: new URLSearchParams(exchange.query),
            contentType: exchange.contentType,
            t: operatorSay(headerOf(request, 'accept-language'), exchange.cookie),
            body,
          }),
        )
      },
    }),
  )
}

function asPlainText(error: ApiError): Reply {
  const reply = plainFailure(error)
  return error.status === 401 ? { ...reply, headers: [...reply.headers, CHALLENGE] } : reply
}

const claimOf = (request: ReceivedRequest): OperatorClaim => ({
  method: request.exchange.method,
  authorization: request.exchange.authorization,
  address: request.exchange.remoteAddress,
  host: headerOf(request, 'host'),
  origin: headerOf(request, 'origin'),
  site: headerOf(request, 'sec-fetch-site'),
})

function withSecurityHeaders(reply: Reply): Reply {
  const own = new Set(reply.headers.map(([name]) => name.toLowerCase()))
  return {
    ...reply,
    headers: [...reply.headers, ...SECURITY_HEADERS.filter(([name]) => !own.has(name.toLowerCase()))],
  }
}
