import type { Logger } from 'pino'
import type { ApiError } from '../../core/platform/errors.ts'
import { withRoundTrips } from '../../core/platform/log/round-trips.ts'
import { asSpan, isTracing } from '../../core/platform/log/spans.ts'
import type { Authentication, Identity } from './authentication/authentication.ts'
import type { Sessions } from './authentication/sessions.ts'
import { isOverLimit } from './body/incoming-body.ts'
import type { Exchange } from './exchange/exchange.ts'
import { logAsApiError } from './failures.ts'
import type { RateLimits } from './limits/rate-limits.ts'
import type { RequestShares } from './limits/request-shares.ts'
import type { Reply } from './reply/reply.ts'

/** The services of every route, endpoint or raw. */
export interface RouteContext {
  readonly authentication: Authentication
  readonly sessions: Sessions
  readonly limits: RateLimits
  readonly shares: RequestShares
  readonly logger: Logger
}

interface DiscardableBody {
  discard(isShort?: boolean): Promise<void>
}

interface ExchangeRun {
  readonly logger: Logger
  /** The request's body, which is received to its end before an error is answered. */
  readonly body: DiscardableBody | undefined
  readonly renderError: (error: ApiError) => Reply
}

/**
 * Runs `work`, which responds to `exchange`, and responds itself with the error that `work` throws. Counts
 * the round trips to Postgres and Redis when the log has level debug: following a request through its
 * promises costs a tenth of its processor time. Never rejects.
 */
export function runExchange(exchange: Exchange, run: ExchangeRun, work: () => Promise<void>): Promise<void> {
  return runCounted(exchange, run.logger, work).catch((error) => respondToError(exchange, run, error))
}

function runCounted(exchange: Exchange, logger: Logger, work: () => Promise<void>): Promise<void> {
  if (isTracing()) {
    const { method, route } = exchange
    const attributes = () => ({ 'http.request.method': method, 'http.route': route })
    return asSpan(`${method} ${route}`, attributes, () => runUntraced(exchange, logger, work))
  }
  return runUntraced(exchange, logger, work)
}

function runUntraced(exchange: Exchange, logger: Logger, work: () => Promise<void>): Promise<void> {
  if (!logger.isLevelEnabled('debug')) return work()
  exchange.roundTrips = { postgres: 0, redis: 0 }
  return withRoundTrips(exchange.roundTrips, work)
}

async function respondToError(
  exchange: Exchange,
  { logger, body, renderError }: ExchangeRun,
  error: unknown,
): Promise<void> {
  const apiError = logAsApiError(error, logger, exchange)
  await body?.discard(isOverLimit(apiError))
  exchange.respond(renderError(apiError))
}

/** Names the caller in the log line of the request. */
export function setCaller(exchange: Exchange, { realm, user }: Pick<Identity, 'realm' | 'user'>): void {
  exchange.realmId = realm.record.id
  exchange.userId = user?.id
}
