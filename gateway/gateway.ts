import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { RuntimeConfig } from '../config/environment.ts'
import { openCore } from '../core/open-core.ts'
import { nameFormerPeople } from '../core/people/authentication/name-former-people.ts'
import { BullSink } from '../core/platform/jobs/sink.ts'
import { PublicNetwork } from '../core/platform/net/public-network.ts'
import { Reporter } from '../core/platform/processes/reporter.ts'
import { SeriesRecorder } from '../core/platform/series/recorder.ts'
import type { Core, Faults } from '../core/state/core.ts'
import { CountedStorage } from '../storage/counted-storage.ts'
import { PictureDecoder } from '../storage/images/decoder.ts'
import { openStorage, storageName } from '../storage/open-storage.ts'
import { SmallFiles } from '../storage/small-files.ts'
import type { Storage } from '../storage/storage.ts'
import { requestLog } from './http/request-log.ts'
import { HttpServer } from './http/server.ts'
import { Fleet } from './ops/fleet.ts'
import { addGatewayMetrics } from './ops/gateway-metrics.ts'
import { Incidents } from './ops/incidents/incidents.ts'
import { Probes } from './ops/incidents/probes.ts'
import { countRequest, Metrics } from './ops/metrics.ts'
import { probeRoutes } from './ops/probe-routes.ts'
import { missingPage } from './pages/page-routes.ts'
import { rawRoutes } from './raw-routes.ts'
import { EventQueues } from './realtime/event-queues.ts'
import { Tickets } from './realtime/tickets.ts'
import { documentRoutes } from './reference/document-routes.ts'
import { referenceRoutes } from './reference/reference-routes.ts'
import { eventSockets } from './routes/events/event-socket-routes.ts'
import { apiRoutes } from './routes/index.ts'
import { historyArchives } from './uploads/history-archives.ts'
import { messageFiles } from './uploads/message-files.ts'
import { resumableUploads } from './uploads/resumable-routes.ts'

/** Time limit for a picture that a client waits for. */
const PICTURE_TIME_LIMIT_MS = 20_000

/** A process that clients connect to. It keeps no state that another gateway cannot rebuild. */
export class Gateway {
  readonly core: Core
  readonly #sink: BullSink
  readonly #queues: EventQueues
  readonly #storage: Storage
  readonly #network: PublicNetwork
  readonly #http: HttpServer
  readonly #reporter: Reporter
  readonly #recorder: SeriesRecorder
  readonly #incidents: Incidents
  readonly #leaving: AbortController

  private constructor(
    core: Core,
    sink: BullSink,
    queues: EventQueues,
    storage: Storage,
    network: PublicNetwork,
    http: HttpServer,
    reporter: Reporter,
    recorder: SeriesRecorder,
    incidents: Incidents,
    leaving: AbortController,
  ) {
    this.core = core
    this.#sink = sink
    this.#queues = queues
    this.#storage = storage
    this.#network = network
    this.#http = http
    this.#reporter = reporter
    this.#recorder = recorder
    this.#incidents = incidents
    this.#leaving = leaving
  }

  static async open(
    config: RuntimeConfig,
    log: Logger,
    faults: Faults = {},
    drain?: () => void,
  ): Promise<Gateway> {
    const sink = new BullSink(config.redisUrl)
    const core = await openCore(config, log, sink, faults)
    await nameFormerPeople(core)
    const queues = new EventQueues(core, {
      lifetimeSeconds: config.eventQueueLifetimeSeconds,
      queuesPerUser: config.eventQueuesPerUser,
      heartbeatSeconds: config.heartbeatSeconds,
    })
    const tickets = new Tickets(core.redis)
    const storage = new CountedStorage(await openStorage(config), core.usage, storageName(config))
    const network = new PublicNetwork(config.allowedPrivateAddresses)
    const smallFiles = new SmallFiles(storage, config.fileCacheMb * 1024 * 1024)
    const decoder = new PictureDecoder({ timeLimitMs: PICTURE_TIME_LIMIT_MS, staysOpen: false })
    const services = { config, core, queues, tickets, storage, smallFiles, decoder }
    const routes = apiRoutes(services)
    const metrics = new Metrics()
    const uploads = [messageFiles(services), historyArchives(services)].map((kind) =>
      resumableUploads(services, kind),
    )
    const uploading = () => uploads.reduce((sum, { running }) => sum + running(), 0)
    const reporter = new Reporter(
      core,
      'gateway',
      () => {
        queues.countDelivered()
        return {
          connections: { ...queues.load, uploads: uploading() },
          ...(config.port !== 0 && { port: config.port }),
          usage: core.usage.ofLastMinute(),
          totals: Object.fromEntries(core.usage.totals),
        }
      },
      drain,
    )
    const recorder = new SeriesRecorder(core, sink, {
      id: reporter.id,
      report: () => reporter.latest,
      takeRoutes: () => {
        queues.countDelivered()
        return metrics.takeRoutes()
      },
    })
    const fleet = new Fleet(core, sink, reporter)
    const checks = new Probes(core, storage, storageName(config), config)
    const incidents = new Incidents(core, fleet, checks)
    const probes = probeRoutes(config)
    const leaving = new AbortController()
    const http = new HttpServer({
      config,
      realms: core.realms,
      core,
      redis: core.redis,
      logger: log,
      endpoints: routes,
      rawRoutes: [
        ...rawRoutes(services, {
          network,
          metrics,
          processName: () => reporter.name,
          fleet,
          incidents,
          checks,
          sink,
          leaving: leaving.signal,
        }),
        ...documentRoutes(routes),
        ...referenceRoutes(routes, config.rootUrl),
        ...uploads.flatMap(({ routes }) => routes),
        ...probes.routes,
      ],
      socketRoutes: [...eventSockets(services), ...probes.sockets],
      missingPage,
      observers: [requestLog(log), metrics.observe, countRequest(core.usage)],
    })
    checks.shares = http.shares
    addGatewayMetrics(metrics.registry, core, queues, smallFiles, http.shares)
    reporter.start()
    recorder.start()
    incidents.start()
    return new Gateway(core, sink, queues, storage, network, http, reporter, recorder, incidents, leaving)
  }

  /** The routes outside the API's conventions, as they are declared. */
  get otherRoutes(): HttpServer['otherRoutes'] {
    return this.#http.otherRoutes
  }

  /** Resolves with the port once requests are accepted. */
  listen(port: number, host: string): Promise<number> {
    return this.#http.listen(port, host)
  }

  /**
   * Lets `/health/ready` answer 503 from now on, and resolves after `seconds`. Everything else is served
   * meanwhile, so that a proxy that asks for readiness has turned to other gateways when this one closes.
   */
  async leave(seconds: number): Promise<void> {
    this.#leaving.abort()
    await sleep(seconds * 1000)
  }

  /**
   * Answers waiting polls and closes WebSockets, so that their clients continue at another gateway. Then
   * waits for running requests and closes all connections.
   */
  async close(): Promise<void> {
    this.#queues.drain()
    this.#recorder.stop()
    this.#incidents.stop()
    await this.#reporter.stop()
    await this.#http.close()
    await this.#network.close()
    this.#queues.close()
    this.#storage.close()
    await this.core.close()
    await this.#sink.close()
  }
}
