import { statement } from '../core/platform/db/statements/statement.ts'
import type { BullSink } from '../core/platform/jobs/sink.ts'
import type { PublicNetwork } from '../core/platform/net/public-network.ts'
import { withErrorPages } from './error-pages.ts'
import { archiveRoute } from './exports/archive-route.ts'
import type { RawRoute } from './http/raw-route.ts'
import { externalContentRoute } from './media/external-route.ts'
import type { Fleet } from './ops/fleet.ts'
import { fleetMetrics } from './ops/fleet-metrics.ts'
import { healthRoutes } from './ops/health.ts'
import { incidentMetrics } from './ops/incidents/incident-metrics.ts'
import type { Incidents } from './ops/incidents/incidents.ts'
import type { Probes } from './ops/incidents/probes.ts'
import type { Metrics } from './ops/metrics.ts'
import { operatorRoutes } from './ops/operator-pages.ts'
import { operatorPages } from './ops/pages.ts'
import { providerMetadataRoute } from './pages/external/metadata-route.ts'
import { pages } from './pages/index.ts'
import { languageRoutes } from './pages/language/language-route.ts'
import { pageRoutes } from './pages/page-routes.ts'
import { lookRoutes } from './pages/style.ts'
import { webRoutes } from './pages/web-routes.ts'
import { extraEmojiRoute } from './pictures/extra-emoji.ts'
import { pictureRoutes } from './pictures/picture-routes.ts'
import { scimRoute } from './scim/scim-routes.ts'
import type { Services } from './services.ts'
import { pageScriptRoutes } from './static/page-scripts.ts'
import { fileRoutes } from './uploads/file-routes.ts'
import { loadingImageRoute } from './uploads/loading-image.ts'

const SELECT_ONE = statement('health.answer', 'SELECT 1')

/** The services that only raw routes use. */
interface RawRouteServices {
  readonly network: PublicNetwork
  readonly metrics: Metrics
  /** The name of this process in metrics. */
  readonly processName: () => string
  readonly fleet: Fleet
  readonly incidents: Incidents
  readonly checks: Probes
  readonly sink: BullSink
  /** Aborted when the gateway is about to close. */
  readonly leaving: AbortSignal
}

/**
 * Every route outside the API's conventions, in one list; `Gateway.open` adds the reference, resumable
 * uploads and WebSockets.
 */
export function rawRoutes(
  services: Services,
  { network, metrics, processName, fleet, incidents, checks, sink, leaving }: RawRouteServices,
): RawRoute[] {
  const { config, core } = services
  const shownPages = pages(services)
  const metricsAccess = { token: config.metricsToken, isOpen: !config.isProduction }
  return [
    providerMetadataRoute(services),
    scimRoute(services),
    ...healthRoutes({
      Postgres: async () => {
        if (checks.refusesWrites) throw new Error('Postgres refuses every write')
        await core.db.run(SELECT_ONE)
      },
      Redis: () => core.redis.set('health:written', '1', 'EX', 60),
      gateway: async () => leaving.throwIfAborted(),
    }),
    metrics.route(metricsAccess, processName, async () => {
      const texts = [fleetMetrics(await fleet.figures()), incidentMetrics(await incidents.current())]
      return (await Promise.all(texts)).join('\n')
    }),
    ...lookRoutes,
    ...pageScriptRoutes,
    loadingImageRoute,
    extraEmojiRoute,
    ...fileRoutes(services).map(withErrorPages),
    ...pictureRoutes(services),
    archiveRoute(services),
    ...(config.proxyExternalMedia ? [externalContentRoute(services, network)] : []),
    ...webRoutes(config),
    ...pageRoutes(shownPages),
    ...languageRoutes(config, shownPages),
    ...operatorRoutes(config, operatorPages(services, sink, fleet, incidents)),
  ]
}
