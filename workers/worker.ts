import { type Job, Queue, UnrecoverableError, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import type { Core } from '../core/core.ts'
import { finishJobs, type JobSink, sweepOutbox } from '../core/jobs/outbox.ts'
import type { Logger } from '../core/log.ts'
import { outboxIdOf, QUEUE_PREFIX, QUEUES } from '../queues/names.ts'
import type { JobDeclaration } from './job.ts'

/** A job whose worker did not say for this long that it is at it is given to another. */
const LOCK_MS = 30_000
/** A job that was there when so many workers died is what they die of: it has failed. */
const MAX_DEATHS = 5
const SWEEP_MS = 1_000
/** How long schedules that were lost with Redis are missing, at most. */
const SCHEDULE_AGAIN_MS = 5_000

/** Runs the jobs of all queues, and delivers those that a dead process left in the outbox. */
export class JobWorker {
  readonly #core: Core
  readonly #log: Logger
  readonly #sink: JobSink
  readonly #redis: Redis
  readonly #lockMs: number
  readonly #workers: Worker[] = []
  readonly #schedules: Queue[] = []
  #sweep: NodeJS.Timeout | undefined
  #scheduling: NodeJS.Timeout | undefined
  #stopping = false

  constructor(core: Core, log: Logger, sink: JobSink, redisUrl: string, lockMs: number = LOCK_MS) {
    this.#core = core
    this.#log = log
    this.#sink = sink
    this.#lockMs = lockMs
    this.#redis = new Redis(redisUrl, { maxRetriesPerRequest: null })
    this.#redis.on('error', (error) => log.warn({ err: error }, 'Redis connection of the worker'))
  }

  async start(jobs: readonly JobDeclaration[]): Promise<void> {
    for (const name of QUEUES) {
      const declared = new Map(jobs.filter((job) => job.queue === name).map((job) => [job.name, job]))
      const queue = new Queue(name, { connection: this.#redis, prefix: QUEUE_PREFIX })
      queue.on('error', () => undefined) // the worker's connection tells of it
      this.#schedules.push(queue)
      await this.#schedule(queue, [...declared.values()])
      const worker = new Worker(
        name,
        async (job) => {
          const declaration = declared.get(job.name)
          if (declaration === undefined) throw new Error(`no job ${job.name} in queue ${name}`)
          const isLast = job.attemptsMade + 1 >= (job.opts.attempts ?? 1)
          const report = (progress: object) => void job.updateProgress(progress).catch(() => undefined)
          const attempt = { outboxId: outboxIdOf(job.id), isLast, report }
          await declaration.run(this.#core, job.data, this.#log, attempt)
          await this.#finish(job)
        },
        {
          connection: this.#redis,
          prefix: QUEUE_PREFIX,
          lockDuration: this.#lockMs,
          stalledInterval: this.#lockMs,
          maxStalledCount: MAX_DEATHS,
        },
      )
      worker.on('error', (error) => this.#log.warn({ err: error, queue: name }, 'worker'))
      worker.on('failed', (job, error) => {
        this.#log.error({ err: error, queue: name, job: job?.name }, 'job failed')
        if (job === undefined) return
        const isFinal = error instanceof UnrecoverableError || job.attemptsMade >= (job.opts.attempts ?? 1)
        if (isFinal) this.#finish(job).catch((failure) => this.#log.warn({ err: failure }, 'outbox'))
      })
      this.#workers.push(worker)
    }
    this.#sweepOutbox()
    this.#scheduleAgain(jobs)
  }

  /** Lets running jobs end. */
  async stop(): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#sweep)
    clearTimeout(this.#scheduling)
    await Promise.all([...this.#workers, ...this.#schedules].map((one) => one.close()))
    this.#redis.disconnect()
  }

  /** The row of a job goes when the job does, so that losing Redis loses none. */
  async #finish(job: Job): Promise<void> {
    const id = outboxIdOf(job.id)
    if (id !== undefined) await finishJobs(this.#core.db, [id])
  }

  /** One scheduler a job, whatever the number of workers: they all state the same. */
  async #schedule(queue: Queue, jobs: readonly JobDeclaration[]): Promise<void> {
    for (const job of jobs) {
      if (job.every === undefined) continue
      await queue.upsertJobScheduler(
        job.name,
        { every: job.every },
        {
          name: job.name,
          opts: { attempts: job.attempts, removeOnComplete: { count: 100 }, removeOnFail: { count: 1000 } },
        },
      )
    }
  }

  /** Nobody asks for these jobs, and no table has them: those that Redis has lost would never run again. */
  #scheduleAgain(jobs: readonly JobDeclaration[]): void {
    this.#scheduling = setTimeout(async () => {
      try {
        for (const queue of this.#schedules) await this.#schedule(queue, await this.#missing(queue, jobs))
      } catch (error) {
        this.#log.warn({ err: error }, 'schedules')
      }
      if (!this.#stopping) this.#scheduleAgain(jobs)
    }, SCHEDULE_AGAIN_MS)
  }

  async #missing(queue: Queue, jobs: readonly JobDeclaration[]): Promise<JobDeclaration[]> {
    const known = new Set((await queue.getJobSchedulers()).map((scheduler) => scheduler.key))
    return jobs.filter((job) => job.queue === queue.name && !known.has(job.name))
  }

  #sweepOutbox(): void {
    this.#sweep = setTimeout(async () => {
      await sweepOutbox(this.#core.db, this.#sink).catch((error) =>
        this.#log.warn({ err: error }, 'outbox sweep'),
      )
      if (!this.#stopping) this.#sweepOutbox()
    }, SWEEP_MS)
  }
}
