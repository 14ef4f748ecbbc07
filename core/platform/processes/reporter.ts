import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { LOQUAT_VERSION } from '../../../config/version.ts'
import type { Database } from '../db/database.ts'
import type { Logger } from '../log/log.ts'
import type { RedisClient } from '../redis/redis-connection.ts'
import { LoopDelay } from './loop-delay.ts'
import type { LogLag, ProcessReport } from './report.ts'

/** Time between two reports, of a process that somebody uses and of an idle one. */
const INTERVAL_MS = { used: 5_000, idle: 10_000 }
/** A process whose report is this number of intervals old counts as dead. */
const LIFETIME_INTERVALS = 3
const lifetimeSeconds = (intervalMs: number) => (LIFETIME_INTERVALS * intervalMs) / 1000
const LONGEST_LIFETIME_SECONDS = lifetimeSeconds(INTERVAL_MS.idle)

/** The hash tag keeps all keys in one slot of a Redis Cluster. */
const INDEX = '{processes}'
const keyOf = (id: string) => `${INDEX}:${id}`
const nameKey = (name: string) => `${INDEX}:name:${name}`
/** Processes of one kind that get a name. */
const MAX_NAMES = 512
/** Takes a name, or keeps it, unless another process has it. */
const TAKE_NAME = `
  local holder = redis.call('GET', KEYS[1])
  if holder and holder ~= ARGV[1] then return 0 end
  redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
  return 1`
const RELEASE_NAME = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`
const drainKey = (id: string) => `${INDEX}:drain:${id}`
/** A process that has not ended by then was stopped, or does not reach Redis. */
const DRAIN_SECONDS = 120

/** The parts of a report that only one kind of process has. */
type KindFields = Partial<Pick<ProcessReport, 'connections' | 'work' | 'series' | 'usage' | 'totals'>>

/** The parts of `Core` that a report describes. */
interface ReportedCore {
  readonly log: Logger
  readonly redis: RedisClient
  readonly db: Database
  readonly isRedisAvailable: boolean
  readonly options: { readonly databasePoolSize: number }
  readonly realms: { readonly loaded: readonly unknown[]; readonly areInUse: boolean }
  readonly lag: LogLag | undefined
}

/**
 * Publishes the report of this process in Redis every five seconds, or ten while it is idle, and reads the
 * reports of all processes.
 */
export class Reporter {
  readonly #core: ReportedCore
  readonly #kind: ProcessReport['kind']
  readonly #kindFields: () => KindFields | Promise<KindFields>
  readonly #startedAt = Math.round(performance.timeOrigin)
  readonly #id: string
  readonly #delay = new LoopDelay()
  readonly #drain: (() => void) | undefined
  #isDraining = false
  #number: number | undefined
  #cpu = { seconds: 0, at: performance.now() }
  #timer: NodeJS.Timeout | undefined
  #isStopped = false
  #latest: ProcessReport | undefined
  /** Milliseconds that Redis took to store the last report; undefined when it did not. */
  #redisMs: number | undefined

  constructor(
    core: ReportedCore,
    kind: ProcessReport['kind'],
    kindFields: () => KindFields | Promise<KindFields>,
    drain?: () => void,
  ) {
    this.#drain = drain
    this.#core = core
    this.#kind = kind
    this.#kindFields = kindFields
    this.#id = `${kind}-${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`
  }

  /** Names this process among all that run or have run. */
  get id(): string {
    return this.#id
  }

  /** The name of this process, which the next process takes over when it ends. `…-0` without Redis. */
  get name(): string {
    return `${this.#kind}-${this.#number ?? 0}`
  }

  /** The newest report of this process. */
  get latest(): ProcessReport | undefined {
    return this.#latest
  }

  start(): void {
    const tick = async () => {
      const isUsed = this.#delay.isBusy || this.#core.realms.areInUse
      const intervalMs = isUsed ? INTERVAL_MS.used : INTERVAL_MS.idle
      await this.#publish(lifetimeSeconds(intervalMs)).catch((error) =>
        this.#core.log.debug(
          { err: error },
          'the process report cannot be published; the next one tries again',
        ),
      )
      if (!this.#isStopped) this.#timer = setTimeout(tick, intervalMs)
    }
    void tick()
  }

  /** Deletes the report, because this process ends. Never rejects. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#delay.stop()
    if (!this.#core.isRedisAvailable) return
    const deletion = this.#core.redis.multi().del(keyOf(this.#id)).zrem(INDEX, this.#id).exec()
    await deletion.catch(() => undefined)
    await this.#core.redis.eval(RELEASE_NAME, 1, nameKey(this.name), this.#id).catch(() => undefined)
  }

  /** Returns the reports of all live processes, or this process's report alone while Redis is unavailable. */
  async all(): Promise<ProcessReport[]> {
    if (!this.#core.isRedisAvailable) return [this.#latest ?? (await this.#measure())]
    const reports = await readReports(this.#core.redis)
    return reports.some(({ id }) => id === this.#id) ? reports : [await this.#measure(), ...reports]
  }

  async #publish(lifetimeSeconds: number): Promise<void> {
    if (!this.#isStopped && this.#core.isRedisAvailable) await this.#takeName()
    const report = await this.#measure()
    this.#latest = report
    this.#redisMs = undefined
    if (this.#isStopped || !this.#core.isRedisAvailable) return
    const begunAt = performance.now()
    const replies = await this.#core.redis
      .multi()
      .set(keyOf(this.#id), JSON.stringify(report), 'EX', lifetimeSeconds)
      .zadd(INDEX, report.at, this.#id)
      .zremrangebyscore(INDEX, '-inf', report.at - LONGEST_LIFETIME_SECONDS * 1000)
      .expire(INDEX, LONGEST_LIFETIME_SECONDS)
      .get(drainKey(this.#id))
      .exec()
    this.#redisMs = performance.now() - begunAt
    const isAsked = replies?.at(-1)?.[1] != null
    if (!isAsked || this.#isDraining || this.#drain === undefined) return
    this.#isDraining = true
    this.#core.log.warn('an operator has asked this process to end')
    this.#drain()
  }

  /** Takes the first free name of the kind, or keeps the one it has. */
  async #takeName(): Promise<void> {
    const take = async (number: number) =>
      (await this.#core.redis.eval(
        TAKE_NAME,
        1,
        nameKey(`${this.#kind}-${number}`),
        this.#id,
        LONGEST_LIFETIME_SECONDS,
      )) === 1
    if (this.#number !== undefined && (await take(this.#number))) return
    for (let number = 1; number <= MAX_NAMES; number++) {
      if (!(await take(number))) continue
      this.#number = number
      return
    }
  }

  async #measure(): Promise<ProcessReport> {
    const { lag, isRedisAvailable } = this.#core
    const knownMs = isRedisAvailable ? this.#redisMs : undefined
    const [redisMs, kindFields] = await Promise.all([knownMs ?? this.#ping(), this.#kindFields()])
    const { user, system } = process.cpuUsage()
    const cpu = { seconds: (user + system) / 1e6, at: performance.now() }
    const cpuShare = ((cpu.seconds - this.#cpu.seconds) * 1000) / Math.max(1, cpu.at - this.#cpu.at)
    this.#cpu = cpu
    const { rss, heapUsed } = process.memoryUsage()
    return {
      id: this.#id,
      ...(this.#number !== undefined && { name: this.name }),
      kind: this.#kind,
      host: hostname(),
      pid: process.pid,
      version: LOQUAT_VERSION,
      startedAt: this.#startedAt,
      at: Date.now(),
      memoryBytes: rss,
      heapBytes: heapUsed,
      cpuSeconds: cpu.seconds,
      cpuShare,
      ...(this.#isDraining && { isDraining: true }),
      eventLoopMs: this.#delay.take(),
      database: { ...this.#core.db.pool(), size: this.#core.options.databasePoolSize },
      redisMs,
      realms: this.#core.realms.loaded.length,
      ...(lag && { lag }),
      ...kindFields,
    }
  }

  /** Returns the duration of one command in milliseconds; null when it fails. */
  async #ping(): Promise<number | null> {
    const startedAt = performance.now()
    return this.#core.redis.ping().then(
      () => performance.now() - startedAt,
      () => null,
    )
  }
}

/** Asks a process to end as on SIGTERM. It learns of it with its next report, within ten seconds. */
export async function askToDrain(redis: RedisClient, id: string): Promise<void> {
  await redis.set(drainKey(id), '1', 'EX', DRAIN_SECONDS)
}

/** Returns the reports of all live processes, gateways first. */
export async function readReports(redis: RedisClient): Promise<ProcessReport[]> {
  const ids = await redis.zrangebyscore(INDEX, Date.now() - LONGEST_LIFETIME_SECONDS * 1000, '+inf')
  if (ids.length === 0) return []
  const texts = await redis.mget(ids.map(keyOf))
  return texts
    .filter((text) => text !== null)
    .map((text) => JSON.parse(text) as ProcessReport)
    .sort((a, b) => a.kind.localeCompare(b.kind) || a.id.localeCompare(b.id))
}
