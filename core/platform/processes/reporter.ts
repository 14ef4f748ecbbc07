import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Redis } from 'ioredis'
import { LOQUAT_VERSION } from '../../../config/version.ts'
import type { Database } from '../db/database.ts'
import type { Logger } from '../log.ts'
import type { LogLag, ProcessReport } from './report.ts'

const EVERY_MS = 5_000
/** A process that has said nothing for so long is gone. */
const LIFETIME_SECONDS = 15

/** All keys in one slot of a Redis Cluster. */
const INDEX = '{processes}'
const keyOf = (id: string) => `${INDEX}:${id}`

/** What a kind of process says beside what all say. */
type Own = Partial<Pick<ProcessReport, 'connections' | 'work' | 'series'>>

/** What a report tells of. */
interface Reported {
  readonly log: Logger
  readonly redis: Redis
  readonly db: Database
  readonly isRedisThere: boolean
  readonly options: { readonly databasePoolSize: number }
  readonly realms: { readonly loaded: readonly unknown[] }
  lag(): Promise<LogLag | undefined>
}

/** Lets the others know how this process does: its report is in Redis, renewed every five seconds. */
export class Reporter {
  readonly #core: Reported
  readonly #kind: ProcessReport['kind']
  readonly #own: () => Own | Promise<Own>
  readonly #startedAt = Math.round(performance.timeOrigin)
  readonly #id: string
  readonly #delay = monitorEventLoopDelay({ resolution: 10 })
  #timer: NodeJS.Timeout | undefined
  #isStopped = false
  #latest: ProcessReport | undefined

  constructor(core: Reported, kind: ProcessReport['kind'], own: () => Own | Promise<Own>) {
    this.#core = core
    this.#kind = kind
    this.#own = own
    this.#id = `${kind}-${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`
  }

  start(): void {
    this.#delay.enable()
    const tick = async () => {
      await this.#report().catch((error) => this.#core.log.debug({ err: error }, 'no report'))
      if (!this.#isStopped) this.#timer = setTimeout(tick, EVERY_MS)
    }
    void tick()
  }

  /** Takes the report back: this process ends. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#delay.disable()
    if (!this.#core.isRedisThere) return
    const gone = this.#core.redis.multi().del(keyOf(this.#id)).zrem(INDEX, this.#id).exec()
    await gone.catch(() => undefined)
  }

  /** Reports of all processes that live; of this one alone while Redis is away. */
  async all(): Promise<ProcessReport[]> {
    if (!this.#core.isRedisThere) return [this.#latest ?? (await this.#measure())]
    const found = await readReports(this.#core.redis)
    return found.some(({ id }) => id === this.#id) ? found : [await this.#measure(), ...found]
  }

  async #report(): Promise<void> {
    const report = await this.#measure()
    this.#latest = report
    if (this.#isStopped || !this.#core.isRedisThere) return
    await this.#core.redis
      .multi()
      .set(keyOf(this.#id), JSON.stringify(report), 'EX', LIFETIME_SECONDS)
      .zadd(INDEX, report.at, this.#id)
      .zremrangebyscore(INDEX, '-inf', report.at - LIFETIME_SECONDS * 1000)
      .expire(INDEX, LIFETIME_SECONDS)
      .exec()
  }

  async #measure(): Promise<ProcessReport> {
    const [redisMs, lag, own] = await Promise.all([this.#ping(), this.#core.lag(), this.#own()])
    const { user, system } = process.cpuUsage()
    const { rss, heapUsed } = process.memoryUsage()
    const eventLoopMs = Math.max(0, this.#delay.percentile(99) / 1e6 - 10)
    this.#delay.reset()
    return {
      id: this.#id,
      kind: this.#kind,
      host: hostname(),
      pid: process.pid,
      version: LOQUAT_VERSION,
      startedAt: this.#startedAt,
      at: Date.now(),
      memoryBytes: rss,
      heapBytes: heapUsed,
      cpuSeconds: (user + system) / 1e6,
      eventLoopMs: Number.isFinite(eventLoopMs) ? eventLoopMs : 0,
      database: { ...this.#core.db.pool(), size: this.#core.options.databasePoolSize },
      redisMs,
      realms: this.#core.realms.loaded.length,
      ...(lag && { lag }),
      ...own,
    }
  }

  async #ping(): Promise<number | null> {
    const startedAt = performance.now()
    return this.#core.redis.ping().then(
      () => performance.now() - startedAt,
      () => null,
    )
  }
}

async function readReports(redis: Redis): Promise<ProcessReport[]> {
  const ids = await redis.zrangebyscore(INDEX, Date.now() - LIFETIME_SECONDS * 1000, '+inf')
  if (ids.length === 0) return []
  const texts = await redis.mget(ids.map(keyOf))
  return texts
    .filter((text) => text !== null)
    .map((text) => JSON.parse(text) as ProcessReport)
    .sort((a, b) => a.kind.localeCompare(b.kind) || a.id.localeCompare(b.id))
}
