import type { Logger } from 'pino'
import type { RuntimeConfig } from '../config/environment.ts'
import { LOQUAT_VERSION } from '../config/version.ts'
import { openCore } from '../core/open-core.ts'
import { statement } from '../core/platform/db/statement.ts'
import { BullSink } from '../core/platform/jobs/sink.ts'
import { PublicNetwork } from '../core/platform/net/public-network.ts'
import { Reporter } from '../core/platform/processes/reporter.ts'
import type { Core, Faults } from '../core/state/core.ts'
import { openStorage } from '../storage/open-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { serveExports } from './exports/serve.ts'
import { openApiEndpoint } from './http/openapi.ts'
import { requestLog } from './http/request-log.ts'
import { HttpServer } from './http/server.ts'
import { serveExternalContent } from './media/external.ts'
import { Fleet } from './ops/fleet.ts'
import { fleetMetrics } from './ops/fleet-metrics.ts'
import { healthRoutes } from './ops/health.ts'
import { Metrics } from './ops/metrics.ts'
import { serveOperatorPages } from './ops/operator-pages.ts'
import { operatorPages } from './ops/pages.ts'
import { watchGateway } from './ops/watch.ts'
import { pages } from './pages/index.ts'
import { servePages } from './pages/serve.ts'
import { styleRoute } from './pages/style.ts'
import { extraEmojiRoute } from './pictures/extra-emoji.ts'
import { servePictures } from './pictures/serve.ts'
import { EventQueues } from './realtime/event-queues.ts'
import { serveEventSockets } from './realtime/socket-route.ts'
import { Tickets } from './realtime/tickets.ts'
import { apiRoutes } from './routes/index.ts'
import { serveFiles } from './uploads/files.ts'
import { loadingImageRoute } from './uploads/loading-image.ts'
import { serveResumableUploads } from './uploads/resumable.ts'

const ANSWER = statement('health.answer', 'SELECT 1')

/** One gateway: what clients connect to. Holds no state that another cannot rebuild. */
export class Gateway {
  readonly core: Core
  readonly #sink: BullSink
  readonly #queues: EventQueues
  readonly #storage: Storage
  readonly #network: PublicNetwork
  readonly #http: HttpServer
  readonly #reporter: Reporter

  private constructor(
    core: Core,
    sink: BullSink,
    queues: EventQueues,
    storage: Storage,
    network: PublicNetwork,
    http: HttpServer,
    reporter: Reporter,
  ) {
    this.core = core
    this.#sink = sink
    this.#queues = queues
    this.#storage = storage
    this.#network = network
    this.#http = http
    this.#reporter = reporter
  }

  static async open(config: RuntimeConfig, log: Logger, faults: Faults = {}): Promise<Gateway> {
    const sink = new BullSink(config.redisUrl)
    const core = await openCore(config, log, sink, faults)
    const queues = new EventQueues(core, {
      lifetimeSeconds: config.eventQueueLifetimeSeconds,
      queuesPerUser: config.eventQueuesPerUser,
      heartbeatSeconds: config.heartbeatSeconds,
    })
    const tickets = new Tickets(core.redis)
    const storage = await openStorage(config)
    const network = new PublicNetwork(config.allowedPrivateAddresses)
    const services = { config, core, queues, tickets, storage }
    const routes = apiRoutes(services)
    const metrics = new Metrics()
    watchGateway(metrics.registry, core, queues)
    const reporter = new Reporter(core, 'gateway', () => ({
      connections: { ...queues.load, uploads: uploads() },
    }))
    const fleet = new Fleet(core, sink, reporter)
    const http = new HttpServer({
      config,
      realms: core.realms,
      core,
      redis: core.redis,
      logger: log,
      endpoints: [...routes, openApiEndpoint(routes, LOQUAT_VERSION)],
      rawRoutes: [
        ...healthRoutes({
          Postgres: () => core.db.run(ANSWER),
          Redis: () => core.redis.set('health:written', '1', 'EX', 60),
        }),
        metrics.route({ token: config.metricsToken, isOpen: !config.isProduction }, async () =>
          fleetMetrics(await fleet.figures()),
        ),
        styleRoute,
        loadingImageRoute,
        extraEmojiRoute,
      ],
      observers: [requestLog(log), metrics.observe],
    })
    serveEventSockets(http, { queues, tickets, log })
    serveFiles(http, services)
    if (config.proxyExternalMedia) serveExternalContent(http, services, network)
    servePictures(http, services)
    serveExports(http, services)
    const uploads = serveResumableUploads(http, services)
    servePages(http, services, pages(services))
    serveOperatorPages(http, { config, log }, operatorPages(services, sink, fleet))
    reporter.start()
    return new Gateway(core, sink, queues, storage, network, http, reporter)
  }

  /** Resolves with the port once requests are accepted. */
  listen(port: number, host: string): Promise<number> {
    return this.#http.listen(port, host)
  }

  /** Answers waiting polls and closes sockets so that clients turn to another gateway, lets requests end, closes. */
  async close(): Promise<void> {
    this.#queues.drain()
    await this.#reporter.stop()
    await this.#http.close()
    await this.#network.close()
    this.#queues.close()
    this.#storage.close()
    await this.core.close()
    await this.#sink.close()
  }
}
