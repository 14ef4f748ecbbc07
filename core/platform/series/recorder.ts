import type { Database } from '../db/database.ts'
import type { BullSink } from '../jobs/sink.ts'
import type { Logger } from '../log/log.ts'
import type { ProcessReport } from '../processes/report.ts'
import { readReports } from '../processes/reporter.ts'
import type { Usage } from '../processes/usage.ts'
import type { RedisClient } from '../redis/redis-connection.ts'
import { addMark } from './marks.ts'
import { type Part, type RouteCounts, valuesOf } from './part.ts'
import { SERIES_PREFIX } from './prefix.ts'
import { STEP_MS, store } from './rings.ts'
import { ServerFigures } from './server-figures.ts'

/** Time that processes have to write their parts after ten seconds have ended. */
const GRACE_MS = 3_000
const PART_SECONDS = 60
const VERSIONS = `${SERIES_PREFIX}:versions`
const VERSIONS_SECONDS = 8 * 86_400

/** The parts of `Core` that the recorder uses. */
interface RecordedCore {
  readonly log: Logger
  readonly redis: RedisClient
  readonly db: Database
  readonly isRedisAvailable: boolean
  readonly usage: Usage
}

/** The figures that the recorder asks its process for. */
export interface PartSources {
  readonly id: string
  /** The newest report of the process. */
  report(): ProcessReport | undefined
  /** The requests since the former call. Default: none. */
  takeRoutes?(): Readonly<Record<string, RouteCounts>>
}

/**
 * Records the plots of /ops. Every ten seconds each process writes its counts to Redis. Three
 * seconds later one of them adds up all parts and the figures of the servers, and stores them in the rings.
 * Nothing is kept in a process, so the rings continue whichever process ends, and what is not written is a
 * gap.
 */
export class SeriesRecorder {
  readonly #core: RecordedCore
  readonly #sources: PartSources
  readonly #servers: ServerFigures
  #former = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(core: RecordedCore, sink: BullSink, sources: PartSources) {
    this.#core = core
    this.#sources = sources
    this.#servers = new ServerFigures(core.db, core.redis, sink)
  }

  start(): void {
    this.#takePart() // what was counted before belongs to no time
    this.#wait()
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #wait(): void {
    const now = Date.now()
    const endsAt = (Math.floor(now / STEP_MS) + 1) * STEP_MS
    this.#later(endsAt - now, async () => {
      const at = Math.floor(Date.now() / STEP_MS) * STEP_MS - STEP_MS
      this.#later(GRACE_MS + Math.random() * 1_000, async () => {
        this.#wait()
        if (this.#core.isRedisAvailable) await this.recordInTurn(at)
      })
      const part = this.#takePart()
      if (this.#core.isRedisAvailable) await this.writePart(at, part)
    })
  }

  #later(ms: number, work: () => Promise<void>): void {
    if (this.#isStopped) return
    this.#timer = setTimeout(() => {
      work().catch((error) => {
        this.#core.log.debug({ err: error }, 'figures for the plots cannot be stored; they have a gap')
      })
    }, ms)
  }

  /** Writes this process's counts of the ten seconds that began at `at`. */
  async writePart(at: number, part: Part): Promise<void> {
    const key = partsKey(at)
    await this.#core.redis
      .multi()
      .hset(key, this.#sources.id, JSON.stringify(part))
      .expire(key, PART_SECONDS)
      .exec()
  }

  /** Stores the values of the ten seconds that began at `at`, unless another process does. */
  async recordInTurn(at: number): Promise<boolean> {
    const { redis } = this.#core
    const turn = await redis.set(`${SERIES_PREFIX}:turn:${at}`, this.#sources.id, 'EX', PART_SECONDS, 'NX')
    if (turn === null) return false
    const [texts, servers] = await Promise.all([redis.hvals(partsKey(at)), this.#servers.read()])
    const parts = texts.map((text) => JSON.parse(text) as Part)
    await store(redis, at, {
      ...valuesOf([...parts, { counts: {}, levels: servers, largest: {}, routes: {} }], STEP_MS / 1000),
    })
    await this.#markDeployments(at)
    return true
  }

  /** Adds a mark when processes of a version run that was not running before. */
  async #markDeployments(at: number): Promise<void> {
    const { redis } = this.#core
    const running = [...new Set((await readReports(redis)).live.map(({ version }) => version))].sort()
    const known = await redis.get(VERSIONS)
    const text = running.join(' ')
    if (running.length === 0 || known === text) return
    await redis.set(VERSIONS, text, 'EX', VERSIONS_SECONDS)
    if (known === null) return
    const former = new Set(known.split(' '))
    for (const version of running.filter((each) => !former.has(each)))
      await addMark(redis, { at, kind: 'deployment', text: version })
  }

  #takePart(): Part {
    const routes = this.#sources.takeRoutes?.() ?? {}
    const report = this.#sources.report()
    const counts: Record<string, number> = {}
    for (const [name, total] of this.#core.usage.totals) {
      const count = total - (this.#former.get(name) ?? 0)
      if (count !== 0) counts[SERIES_OF_TOTAL[name] ?? name] = count
    }
    this.#former = new Map(this.#core.usage.totals)
    return { counts, routes, ...(report === undefined ? { levels: {}, largest: {} } : levelsOf(report)) }
  }
}

/** Totals that are counted by organization, and the series of each. */
const SERIES_OF_TOTAL: Readonly<Record<string, string>> = {
  sends: 'traffic.sends',
  deliveries: 'traffic.deliveries',
  requests: 'traffic.ofOrganizations',
  writes: 'postgres.writes',
  jobs: 'traffic.jobs',
}

const partsKey = (at: number): string => `${SERIES_PREFIX}:parts:${at}`

function levelsOf({ kind, eventLoopMs, lag, connections, database }: ProcessReport) {
  const { polls = 0, sockets = 0, uploads = 0, queues = 0 } = connections ?? {}
  return {
    levels: {
      [`process.${kind}s`]: 1,
      'connections.polls': polls,
      'connections.sockets': sockets,
      'connections.uploads': uploads,
      'connections.queues': queues,
      'postgres.waiting': database.waiting,
    },
    largest: {
      [`${kind}.loopSeconds`]: eventLoopMs / 1000,
      'log.behind': lag === undefined ? 0 : Math.max(0, lag.head - lag.position),
    },
  }
}
