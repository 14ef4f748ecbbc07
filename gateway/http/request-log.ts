import type { Logger } from 'pino'
import type { Exchange } from './exchange/exchange.ts'

/** Proxies ask these every second. */
const ASKED_OFTEN: ReadonlySet<string> = new Set(['/health/live', '/health/ready'])

/**
 * Logs one line for each request, and of health checks one for each change of the status. It names the route,
 * never the requested address, and contains no API key, password, query string or message text. With level
 * debug, it has the round trips to Postgres and Redis.
 */
export function requestLog(logger: Logger): (exchange: Exchange) => void {
  const last = new Map<string, number>()
  return (exchange) => {
    const { route, status } = exchange
    if (ASKED_OFTEN.has(route)) {
      const isSame = last.get(route) === status
      last.set(route, status)
      if (isSame) return
    }
    if (!logger.isLevelEnabled('info')) return
    logger.info({
      id: exchange.id,
      realm: exchange.realmId,
      user: exchange.userId,
      method: exchange.method,
      route,
      status,
      ms: Math.round((performance.now() - exchange.startedAt) * 100) / 100,
      bytes: exchange.bytes,
      ...exchange.roundTrips,
    })
  }
}
