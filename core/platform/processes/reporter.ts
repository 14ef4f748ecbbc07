import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { MAX_SILENT_PROCESSES } from '../../../config/limits.ts'
import { LOQUAT_VERSION } from '../../../config/version.ts'
import type { Database } from '../db/database.ts'
import type { Troubles } from '../incidents/troubles.ts'
import { droppedLines, type Logger } from '../log/log.ts'
import { withMemory } from '../redis/memory-in-use.ts'
import { redisFailureOf } from '../redis/redis.ts'
import type { RedisClient } from '../redis/redis-connection.ts'
import { whySlow } from '../redis/slow-log.ts'
import { LATE_LOOP_MS, LoopDelay } from './loop-delay.ts'
import { MachineMeter } from './machine-load.ts'
import { processName } from './process-name.ts'
import type { EndedProcess, LogLag, ProcessReport, SilentProcess } from './report.ts'
import { supervisorOf } from './supervisor.ts'

/** Time between two reports, of a process that somebody uses and of an idle one. */
const INTERVAL_MS = { used: 5_000, idle: 10_000 }
/**
 * A process whose report is this much older than its interval does not report any more. With the interval and
 * the time between two looks of a gateway, its silence is known after at most 25 seconds.
 */
const LATE_MS = 7_000
/** A name of a process that does not report any more is free after this time. */
const NAME_SECONDS = 30
/** Redis keeps the report of a process that does not report any more for this long. */
const KEPT_SECONDS = 600
/** An answer of Redis that takes this long is slow. */
const SLOW_REDIS_MS = 500
/** People notice that messages arrive this late. */
const NOTICED_REDIS_MS = 1_000
/** A clock that differs from Redis' clock by this much is wrong. */
const CLOCK_TOLERANCE_MS = 2_000

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
const endedKey = (kind: ProcessReport['kind']) => `${INDEX}:ended:${kind}`
/** How long it is known when the last process of a kind ended. */
const ENDED_SECONDS = 7 * 86_400
const drainKey = (id: string) => `${INDEX}:drain:${id}`
/** A process that has not ended by then was stopped, or does not reach Redis. */
const DRAIN_SECONDS = 120

// Redis's own clock orders the reports, because clocks of machines may be wrong.
const NOW = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)`
/**
 * Stores a report. Returns the Unix milliseconds of Redis, and whether an operator has asked the process to
 * end.
 */
const STORE = `${NOW}
  redis.call('SET', KEYS[2], ARGV[1], 'EX', ARGV[3])
  redis.call('ZADD', KEYS[1], now, ARGV[2])
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[3] * 1000)
  redis.call('EXPIRE', KEYS[1], ARGV[3])
  return {now, redis.call('EXISTS', KEYS[3])}`
/**
 * Returns the ids of the processes that have reported of late, and the age of each report in milliseconds.
 */
const LIST = `${NOW}
  local found = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
  for i = 2, #found, 2 do found[i] = tostring(now - found[i]) end
  return found`

/** The parts of a report that only one kind of process has. */
type KindFields = Partial<
  Pick<ProcessReport, 'connections' | 'port' | 'work' | 'series' | 'usage' | 'totals'>
>

/** The parts of `Core` that a report describes. */
interface ReportedCore {
  readonly log: Logger
  readonly redis: RedisClient
  readonly db: Database
  readonly isRedisAvailable: boolean
  readonly options: { readonly databasePoolSize: number }
  readonly realms: { readonly loaded: readonly unknown[]; readonly areInUse: boolean }
  readonly lag: LogLag | undefined
  readonly troubles: Troubles
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
  readonly #supervisor = supervisorOf()
  readonly #delay = new LoopDelay()
  readonly #machine = new MachineMeter()
  readonly #drain: (() => void) | undefined
  #isDraining = false
  #number: number | undefined
  #cpu = { seconds: 0, at: performance.now() }
  #timer: NodeJS.Timeout | undefined
  #isStopped = false
  /** Lines of the log that were left out before the last report. */
  #dropped = 0
  #latest: ProcessReport | undefined
  /** Milliseconds of the slowest command of the last report; undefined when Redis did not store it. */
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
      await this.#publish().catch((error) =>
        this.#core.log.debug(
          { err: error },
          'the process report cannot be published; the next one tries again',
        ),
      )
      if (!this.#isStopped) this.#timer = setTimeout(tick, this.intervalMs)
    }
    void tick()
  }

  /** Milliseconds until the next report. */
  get intervalMs(): number {
    const isUsed =
      this.#delay.isBusy || this.#core.realms.areInUse || this.#core.troubles.current().length > 0
    return isUsed ? INTERVAL_MS.used : INTERVAL_MS.idle
  }

  /** Deletes the report, because this process ends. Never rejects. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#delay.stop()
    if (!this.#core.isRedisAvailable) return
    const ended: EndedProcess = {
      ...{ kind: this.#kind, host: hostname(), pid: process.pid },
      at: Date.now(),
    }
    const deletion = this.#core.redis
      .multi()
      .del(keyOf(this.#id))
      .zrem(INDEX, this.#id)
      .set(endedKey(this.#kind), JSON.stringify(ended), 'EX', ENDED_SECONDS)
      .exec()
    await deletion.catch(() => undefined)
    await this.#core.redis.eval(RELEASE_NAME, 1, nameKey(this.name), this.#id).catch(() => undefined)
  }

  /**
   * Returns the reports of all live processes and the silent ones; this process's report alone while Redis is
   * unavailable.
   */
  async all(): Promise<FleetReports> {
    if (!this.#core.isRedisAvailable) return { live: [this.#latest ?? (await this.#measure())], silent: [] }
    const { live, silent } = await readReports(this.#core.redis)
    const others = silent.filter(({ id }) => id !== this.#id)
    if (live.some(({ id }) => id === this.#id)) return { live, silent: others }
    return { live: [await this.#measure(), ...live], silent: others }
  }

  async #publish(): Promise<void> {
    let nameMs = 0
    if (!this.#isStopped && this.#core.isRedisAvailable) {
      const begunAt = performance.now()
      await this.#takeName().catch(async (error) => {
        await this.#noteRedis(error)
        throw error
      })
      nameMs = performance.now() - begunAt
    }
    const report = await this.#measure()
    this.#latest = report
    this.#redisMs = undefined
    if (this.#isStopped) return
    const { troubles, redis, isRedisAvailable } = this.#core
    if (!isRedisAvailable) {
      troubles.note('redis-away', { reason: this.#lastRefusal || 'no answer in time' })
      return
    }
    const begunAt = performance.now()
    const sentAt = Date.now()
    try {
      const text = JSON.stringify(report)
      const keys = [INDEX, keyOf(this.#id), drainKey(this.#id)]
      const reply = await redis.eval(STORE, keys.length, ...keys, text, this.#id, KEPT_SECONDS)
      const [now, isAsked] = reply as [number, number]
      // Commands that follow each other at once may find Redis free again: the slower one counts.
      this.#redisMs = Math.max(nameMs, performance.now() - begunAt)
      this.#checkClock(now, sentAt)
      if (isAsked === 1) this.#drainOnce()
    } catch (error) {
      await this.#noteRedis(error)
      throw error
    }
    troubles.settle('redis-away')
    troubles.settle('redis-refuses')
    if (this.#redisMs < SLOW_REDIS_MS) troubles.settle('redis-slow')
    else {
      const took = `a command took ${Math.round(this.#redisMs)} ms`
      const slowest = await whySlow(redis)
      troubles.note('redis-slow', {
        reason: slowest === undefined ? took : `${took}; ${slowest}`,
        severity: this.#redisMs >= NOTICED_REDIS_MS ? 'critical' : undefined,
      })
    }
  }

  #drainOnce(): void {
    if (this.#isDraining || this.#drain === undefined) return
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
        NAME_SECONDS,
      )) === 1
    if (this.#number !== undefined && (await take(this.#number))) return
    for (let number = 1; number <= MAX_NAMES; number++) {
      if (!(await take(number))) continue
      this.#number = number
      return
    }
  }

  /** The reason why Redis did not answer the last report. */
  #lastRefusal = ''

  async #noteRedis(error: unknown): Promise<void> {
    const failure = redisFailureOf(error)
    this.#lastRefusal = error instanceof Error ? await withMemory(this.#core.redis, error.message) : ''
    if (failure === 'refusing') this.#core.troubles.note('redis-refuses', { reason: this.#lastRefusal })
    else if (failure === 'away') this.#core.troubles.note('redis-away', { reason: this.#lastRefusal })
  }

  /** Compares this machine's clock with the clock of Redis, which answered at some time after `sentAt`. */
  #checkClock(redisNow: number, sentAt: number): void {
    const ahead = sentAt - redisNow
    const behind = redisNow - Date.now()
    const wrongBy = Math.max(ahead, behind)
    if (wrongBy < CLOCK_TOLERANCE_MS) {
      this.#core.troubles.settle('clock-wrong')
      return
    }
    const side = ahead > 0 ? 'ahead of' : 'behind'
    const reason = `it is ${(wrongBy / 1000).toFixed(1)} s ${side} the clock of Redis`
    this.#core.troubles.note('clock-wrong', { subject: hostname(), reason })
  }

  async #measure(): Promise<ProcessReport> {
    const { lag, isRedisAvailable } = this.#core
    const knownMs = isRedisAvailable ? this.#redisMs : undefined
    const [redisMs, kindFields] = await Promise.all([knownMs ?? this.#ping(), this.#kindFields()])
    this.#noteLog(kindFields.port)
    const { user, system } = process.cpuUsage()
    const cpu = { seconds: (user + system) / 1e6, at: performance.now() }
    const cpuShare = ((cpu.seconds - this.#cpu.seconds) * 1000) / Math.max(1, cpu.at - this.#cpu.at)
    this.#cpu = cpu
    const { rss, heapUsed } = process.memoryUsage()
    // Taking the delay may change the interval of the next report.
    const { intervalMs } = this
    const eventLoopMs = this.#delay.take()
    return {
      id: this.#id,
      ...(this.#number !== undefined && { name: this.name }),
      kind: this.#kind,
      host: hostname(),
      pid: process.pid,
      version: LOQUAT_VERSION,
      startedAt: this.#startedAt,
      at: Date.now(),
      intervalMs,
      supervisor: this.#supervisor,
      memoryBytes: rss,
      heapBytes: heapUsed,
      cpuSeconds: cpu.seconds,
      cpuShare,
      ...(this.#isDraining && { isDraining: true }),
      eventLoopMs,
      machine: this.#machine.take(eventLoopMs > LATE_LOOP_MS),
      database: { ...this.#core.db.pool(), size: this.#core.options.databasePoolSize },
      redisMs,
      realms: this.#core.realms.loaded.length,
      troubles: this.#core.troubles.current(),
      droppedLogLines: this.#dropped,
      ...(lag && { lag }),
      ...kindFields,
    }
  }

  #noteLog(port: number | undefined): void {
    const dropped = droppedLines()
    if (dropped > this.#dropped) {
      const subject = processName({ kind: this.#kind, host: hostname(), pid: process.pid, port })
      this.#core.troubles.note('log-stalled', { subject, reason: `${dropped} lines were left out` })
    }
    this.#dropped = dropped
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

/** The worker that ended in an orderly way last; undefined when none did within a week. */
export async function lastEndedWorker(redis: RedisClient): Promise<EndedProcess | undefined> {
  const text = await redis.get(endedKey('worker'))
  return text === null ? undefined : (JSON.parse(text) as EndedProcess)
}

/** The reports of all live processes, gateways first, and the processes that have stopped to report. */
export interface FleetReports {
  readonly live: readonly ProcessReport[]
  readonly silent: readonly SilentProcess[]
}

/** Reads the reports. A process that has ended in an orderly way has deleted its report. */
export async function readReports(redis: RedisClient): Promise<FleetReports> {
  const listed = (await redis.eval(LIST, 1, INDEX)) as string[]
  const ages = new Map<string, number>()
  for (let i = 0; i < listed.length; i += 2) ages.set(listed[i]!, Number(listed[i + 1]))
  if (ages.size === 0) return { live: [], silent: [] }
  const texts = await redis.mget([...ages.keys()].map(keyOf))
  const reports = texts.filter((text) => text !== null).map((text) => JSON.parse(text) as ProcessReport)
  reports.sort((a, b) => a.kind.localeCompare(b.kind) || a.id.localeCompare(b.id))
  const isLive = ({ id, intervalMs = INTERVAL_MS.idle }: ProcessReport) =>
    ages.get(id)! <= intervalMs + LATE_MS
  const silent = reports
    .filter((report) => !isLive(report))
    .map(({ id, kind, host, pid, port, supervisor, startedAt, memoryBytes }) => ({
      ...{ id, kind, host, pid, startedAt, memoryBytes },
      ...(supervisor !== undefined && { supervisor }),
      ...(port !== undefined && { port }),
      lastAt: Date.now() - ages.get(id)!,
    }))
    .sort((a, b) => b.lastAt - a.lastAt)
    .slice(0, MAX_SILENT_PROCESSES)
  return { live: reports.filter(isLive), silent }
}
