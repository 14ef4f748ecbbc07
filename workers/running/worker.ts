import { type Job as BullJob, Queue, Worker } from 'bullmq'
import { DEFAULT_CONCURRENCY, type QueueName, type QueueRate } from '../../config/queues.ts'
import type { CoalescingBatch } from '../../core/platform/db/coalescing-batch.ts'
import type { RealmId } from '../../core/platform/ids.ts'
import { finishTogether } from '../../core/platform/jobs/hand-over.ts'
import { traceOf } from '../../core/platform/jobs/job-trace.ts'
import { outboxIdOf, QUEUE_PREFIX } from '../../core/platform/jobs/names.ts'
import { failJob, type JobQueues, secondsToNextJob, sweepOutbox } from '../../core/platform/jobs/outbox.ts'
import type { Logger } from '../../core/platform/log/log.ts'
import { asSpan } from '../../core/platform/log/spans.ts'
import { openRedis, type RedisClient } from '../../core/platform/redis/redis-connection.ts'
import { type WakeUp, WakeUpSubscriber } from '../../core/platform/redis/wake-ups.ts'
import type { Core } from '../../core/state/core.ts'
import { Breaker } from './breaker.ts'
import { CrashQuarantine } from './crash-quarantine.ts'
import { CrashTroubles } from './crash-troubles.ts'
import type { Job } from './define-job.ts'
import { JobMetrics } from './job-metrics.ts'
import { JobTroubles } from './job-troubles.ts'
import { Outbound } from './outbound.ts'
import { Poller } from './poller.ts'
import { Processor } from './processor.ts'
import { ScheduledTurns } from './scheduled-turns.ts'
import { Schedules } from './schedules.ts'
import { WokenRealms } from './woken-realms.ts'

/** Seconds after which a worker polls into its empty queue. A job that is added wakes it at once. */
const EMPTY_QUEUE_SECONDS = 30
/**
 * Time between two sweeps of the outbox: at least, and at most. A job that comes due in between is swept in
 * time.
 */
const SWEEP_MS = { least: 1_000, most: 5_000 }
/** After this time, a job that is due counts as left behind by the process that wrote it. */
const SWEEP_GRACE_SECONDS = 1
/** Time until a job polls again for work after a failure. */
const LOOK_AGAIN_MS = 1_000

/** A job is given to another worker when its worker has not renewed its lock for this long. */
const LOCK_MS = 30_000
/** A job that was running when more workers than this died fails permanently. */
const MAX_CRASHES = 5
/** A stopping worker waits this long for its jobs; then it aborts them and leaves them to another worker. */
const STOP_MS = 8_000
const ABORT_MS = 500

export interface JobWorkerOptions {
  readonly redisUrl: string
  /** The queues that this worker runs. */
  readonly workerQueues: readonly QueueName[]
  readonly queueConcurrency: Partial<Record<QueueName, number>>
  readonly queueRate: Partial<Record<QueueName, QueueRate>>
  readonly lockMs?: number
  readonly maxDeaths?: number
  readonly stopMs?: number
}

/** The pollers that wake-ups start. */
interface WokenPoller {
  readonly wakeUp: WakeUp
  wake(realm: RealmId | undefined): void
  stop(): void
}

/** Runs the jobs of its queues, and hands jobs that other processes left in the outbox to their queues. */
export class JobWorker {
  readonly metrics: JobMetrics
  readonly #core: Core
  readonly #log: Logger
  readonly #sink: JobQueues
  readonly #options: JobWorkerOptions
  readonly #redis: RedisClient
  readonly #workers: Worker[] = []
  readonly #queues: Queue[] = []
  readonly #stopping = new AbortController()
  readonly #quarantine: CrashQuarantine
  readonly #crashes: CrashTroubles
  readonly #turns = new ScheduledTurns()
  readonly #outbound: Outbound
  readonly #done: CoalescingBatch<number, void>
  readonly #failing: JobTroubles
  readonly #sweep: Poller
  #pollers: readonly WokenPoller[] = []
  #wakeUps: WakeUpSubscriber | undefined
  #schedules: Schedules | undefined

  constructor(core: Core, log: Logger, sink: JobQueues, options: JobWorkerOptions) {
    this.#core = core
    this.metrics = new JobMetrics(core.usage)
    this.#log = log
    this.#sink = sink
    this.#options = options
    this.#done = finishTogether(core.db, log)
    this.#failing = new JobTroubles(core.troubles)
    this.#redis = openRedis(options.redisUrl, { maxRetriesPerRequest: null })
    this.#redis.on('error', (error) =>
      log.warn({ err: error }, 'the worker lost its connection to Redis; it reconnects'),
    )
    this.#sweep = new Poller({ poll: () => this.#sweepOutbox(), minIntervalMs: SWEEP_MS.least })
    this.#outbound = new Outbound(new Breaker(this.#redis), this.metrics, log)
    this.#crashes = new CrashTroubles(core.troubles)
    this.#quarantine = new CrashQuarantine(this.#redis, options.lockMs ?? LOCK_MS)
  }

  async start(jobs: readonly Job[]): Promise<void> {
    for (const name of this.#options.workerQueues) {
      const declared = jobs.filter((job) => job.queue === name)
      const queue = new Queue(name, { connection: this.#redis, prefix: QUEUE_PREFIX })
      queue.on('error', () => undefined) // the error handler of the worker's connection logs it
      this.#queues.push(queue)
      this.#workers.push(this.#work(queue, declared))
    }
    this.#schedules = new Schedules(this.#log, this.#redis, this.#queues, jobs)
    await this.#schedules.start()
    const sweep = { wakeUp: 'later', wake: () => this.#sweep.soon(), stop: () => this.#sweep.stop() } as const
    this.#pollers = [sweep, ...jobs.flatMap((job) => this.#pollersOf(job))]
    this.#wakeUps = new WakeUpSubscriber(this.#redis, (told, realm) => {
      for (const { wakeUp, wake } of this.#pollers) if (wakeUp === told) wake(realm)
    })
    this.#sweep.soon()
  }

  /** Takes no more jobs, and waits eight seconds for the running ones to end. */
  async stop(): Promise<void> {
    this.#wakeUps?.close()
    for (const poller of this.#pollers) poller.stop()
    this.#schedules?.stop()
    this.#crashes.stop()
    const stopMs = this.#options.stopMs ?? STOP_MS
    const closed = Promise.all(this.#workers.map((worker) => worker.close()))
    if (!(await endsWithin(closed, stopMs))) {
      this.#log.warn('running jobs did not end in time; another worker will run them again')
      this.#stopping.abort(new Error('The worker stops.'))
      await endsWithin(closed, ABORT_MS)
    }
    this.#stopping.abort()
    await endsWithin(Promise.all(this.#queues.map((queue) => queue.close())), ABORT_MS)
    this.#redis.disconnect()
  }

  #work(queue: Queue, declared: readonly Job[]): Worker {
    const name = queue.name as QueueName
    const { lockMs = LOCK_MS, maxDeaths = MAX_CRASHES, queueRate, queueConcurrency } = this.#options
    const rate = queueRate[name]
    const places = queueConcurrency[name] ?? DEFAULT_CONCURRENCY[name]
    const processor = new Processor(this.#core, this.#log, queue, declared, this.#redis, {
      quarantine: this.#quarantine,
      turns: this.#turns,
      outbound: this.#outbound,
      places,
      stopping: this.#stopping.signal,
      done: this.#done,
    })
    const worker = new Worker(
      name,
      (job, token) =>
        this.metrics.timed(job, async () => {
          const trace = await traceOf(this.#redis, job.id)
          const attributes = () => ({
            'messaging.destination.name': name,
            'messaging.message.id': job.id ?? '',
          })
          return asSpan(`job ${job.name}`, attributes, () => processor.run(job, token), trace)
        }),
      {
        connection: this.#redis,
        prefix: QUEUE_PREFIX,
        concurrency: places,
        ...(rate && { limiter: { max: rate.jobs, duration: rate.seconds * 1000 } }),
        lockDuration: lockMs,
        stalledInterval: lockMs,
        drainDelay: EMPTY_QUEUE_SECONDS,
        maxStalledCount: maxDeaths,
        settings: {
          backoffStrategy: (made, _type, error, job) => processor.retryDelay(job!.name, made, error!),
        },
      },
    )
    worker.on('error', (error) =>
      this.#log.warn({ err: error, queue: name }, 'the queue cannot be read; the worker tries again'),
    )
    worker.on('completed', (job) => {
      this.metrics.ended(job, 'done')
      this.#failing.ended(job)
    })
    worker.on('failed', (job, error) => void this.#failed(name, job, error))
    worker.on('stalled', (id) => {
      this.#log.warn({ queue: name, id }, 'the worker of a job died; the job is run again')
      void this.#crashes.died(queue, id, maxDeaths)
    })
    return worker
  }

  async #failed(queue: QueueName, job: BullJob | undefined, error: Error): Promise<void> {
    const isFinal = job?.finishedOn !== undefined
    this.metrics.failed(queue, error)
    this.#log.error(
      { err: error, queue, job: job?.name, id: job?.id, isFinal },
      isFinal ? 'a job failed permanently' : 'a job failed; it is retried',
    )
    if (job === undefined) return
    this.metrics.ended(job, isFinal ? 'failed' : 'retried')
    this.#failing.failed(job, error, isFinal)
    const id = outboxIdOf(job.id)
    if (!isFinal || id === undefined) return
    await failJob(this.#core.db, id, error.message).catch((failure) =>
      this.#log.warn(
        { err: failure, queue, id: job.id },
        'the reason of a failed job cannot be stored in Postgres; the job begins anew when Postgres is back',
      ),
    )
  }

  /** Sweeps the outbox when a job is overdue. Returns the milliseconds until the next look. */
  async #sweepOutbox(): Promise<number> {
    try {
      const seconds = (await secondsToNextJob(this.#core.db)) ?? Number.POSITIVE_INFINITY
      const restMs = (seconds + SWEEP_GRACE_SECONDS) * 1000
      if (restMs > 0) return Math.min(restMs, SWEEP_MS.most)
      await sweepOutbox(this.#core.db, this.#sink, SWEEP_GRACE_SECONDS)
    } catch (error) {
      this.#log.warn({ err: error }, 'the outbox cannot be swept; the next sweep tries again')
    }
    return SWEEP_MS.least
  }

  #pollersOf({ name, queue, poller }: Job): WokenPoller[] {
    if (poller === undefined || !this.#options.workerQueues.includes(queue)) return []
    const woken = new WokenRealms()
    const poll = () =>
      poller.poll(this.#core, woken.take()).catch((error) => {
        this.#log.warn({ err: error, job: name }, 'a job cannot poll for work; it tries again')
        woken.add(undefined)
        return LOOK_AGAIN_MS
      })
    const polls = new Poller({ poll, minIntervalMs: poller.minIntervalMs })
    const wake = (realm: RealmId | undefined) => {
      woken.add(realm)
      polls.soon()
    }
    return [{ wakeUp: poller.wakeUp, wake, stop: () => polls.stop() }]
  }
}

/** Returns whether the work ended in time. */
async function endsWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false)
  })
  const inTime = await Promise.race([work.then(() => true), late])
  clearTimeout(timer)
  return inTime
}
