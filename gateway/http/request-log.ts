import type { Logger } from 'pino'
import type { Exchange } from './exchange/exchange.ts'

/**
 * Logs one line for each request. It names the route, never the requested address, and contains no API key,
 * password, query string or message text. With level debug, it has the round trips to Postgres and Redis.
 */
export function requestLog(logger: Logger): (exchange: Exchange) => void {
  return (exchange) => {
    if (!logger.isLevelEnabled('info')) return
    logger.info({
      id: exchange.id,
      realm: exchange.realmId,
      user: exchange.userId,
      method: exchange.method,
      route: exchange.route,
      status: exchange.status,
      ms: Math.round((performance.now() - exchange.startedAt) * 100) / 100,
      bytes: exchange.bytes,
      ...exchange.roundTrips,
    })
  }
}
