import { createHash, timingSafeEqual } from 'node:crypto'
import { Registry } from 'prom-client'
import type { Usage } from '../../core/platform/processes/usage.ts'
import type { Exchange } from '../http/exchange/exchange.ts'
import { type RawRoute, rawRoute } from '../http/raw-route.ts'
import { plainFailure, plainText } from '../http/reply/reply.ts'
import { isPrivateAddress } from '../http/uwebsockets/remote-address.ts'
import { RequestDurations } from './request-durations.ts'

/** The metrics of a gateway for Prometheus: its requests and its process. */
export class Metrics {
  /** Other parts of the gateway add their metrics here. */
  readonly registry = new Registry()
  readonly #durations = new RequestDurations()

  /** An observer of `HttpServer`. */
  readonly observe = ({ method, route, status, startedAt }: Exchange): void => {
    this.#durations.observe(method, route, status, (performance.now() - startedAt) / 1000)
  }

  /** The requests since the former call, by method and route. */
  readonly takeRoutes = () => this.#durations.take()

  /**
   * GET /metrics. With a token it requires `Authorization: Bearer <token>`. Without a token, and unless it is
   * open to everybody, it requires a private address. The text of `more` follows the measurements of this
   * process, whose name they have as a label.
   */
  route(
    { token, isOpen }: { readonly token: string | undefined; readonly isOpen: boolean },
    processName: () => string = () => 'gateway-0',
    more: () => Promise<string> = async () => '',
  ): RawRoute {
    return rawRoute({
      method: 'GET',
      pattern: '/metrics',
      access: 'unidentified',
      limit: { counts: 'files', work: 'Nothing without METRICS_TOKEN or a private address.' },
      renderError: plainFailure,
      handle: async ({ exchange }) => {
        if (token !== undefined && !isSame(exchange.authorization, `Bearer ${token}`)) {
          return plainText(401, 'Unauthorized\n', [['WWW-Authenticate', 'Bearer']])
        }
        if (token === undefined && !isOpen && !isPrivateAddress(exchange.remoteAddress)) {
          return plainText(403, 'Set METRICS_TOKEN, or ask from a private address.\n')
        }
        // Gateways share a port, so a scrape reaches any of them. The label keeps their series apart. It is
        // the same after a restart.
        const labels = { process: processName() }
        this.registry.setDefaultLabels(labels)
        const durations = this.#durations.text(labels)
        const others = [this.registry.metrics(), more()]
        const texts = [durations, ...(await Promise.all(others))]
        return {
          status: '200 OK',
          headers: [['Content-Type', this.registry.contentType]],
          body: texts.join('\n'),
          compressible: true,
        }
      },
    })
  }
}

/** An observer of `HttpServer` that counts the requests of each organization. */
export const countRequest =
  (usage: Usage) =>
  ({ realmId }: Exchange): void => {
    if (realmId !== undefined) usage.count(realmId, 'requests')
  }

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
