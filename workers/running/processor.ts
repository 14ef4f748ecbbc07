import { type Job as BullJob, DelayedError, type Queue } from 'bullmq'
import { LOQUAT_VERSION } from '../../config/version.ts'
import type { CoalescingBatch } from '../../core/platform/db/coalescing-batch.ts'
import { outboxIdOf, QUEUE_PREFIX } from '../../core/platform/jobs/names.ts'
import type { Logger } from '../../core/platform/log/log.ts'
import type { RedisClient } from '../../core/platform/redis/redis-connection.ts'
import { otherVersion } from '../../core/platform/series/deployments.ts'
import type { Core } from '../../core/state/core.ts'
import type { CrashQuarantine } from './crash-quarantine.ts'
import { exponentialDelay, type Job, PermanentFailure } from './define-job.ts'
import { realmOf } from './job-troubles.ts'
import { type Outbound, Postponed } from './outbound.ts'
import type { ScheduledTurns } from './scheduled-turns.ts'

const DEFAULT_TIMEOUT_MS = 5 * 60_000
const DEFAULT_DELAY = exponentialDelay()
const MAX_REASON_LENGTH = 2_000

/**
 * Delays before this worker tries again to run a job that it does not know. A newer version, which is being
 * rolled out or was rolled back, enqueued such a job.
 */
const UNKNOWN_DELAY_MS = { first: 1_000, most: 60_000 }
/** Operators see an unknown job for this time after its next attempt was due. */
const UNKNOWN_SIGN_SECONDS = 30
/** An unknown job fails after this time. */
const UNKNOWN_LIFETIME_MS = 24 * 3600_000

export interface ProcessorOptions {
  readonly quarantine: CrashQuarantine
  /** Aborts when running jobs have to end. */
  readonly stopping: AbortSignal
  readonly turns: ScheduledTurns
  readonly outbound: Outbound
  /** Jobs of the queue that the worker runs at the same time. */
  readonly places: number
  /** Deletes the rows of jobs that are done. */
  readonly done: CoalescingBatch<number, void>
}

/** Runs the jobs of one queue by their definitions. */
export class Processor {
  readonly #core: Core
  readonly #log: Logger
  readonly #queue: Queue
  readonly #jobs: ReadonlyMap<string, Job>
  readonly #redis: RedisClient
  readonly #options: ProcessorOptions

  constructor(
    core: Core,
    log: Logger,
    queue: Queue,
    jobs: readonly Job[],
    redis: RedisClient,
    options: ProcessorOptions,
  ) {
    this.#core = core
    this.#log = log
    this.#queue = queue
    this.#jobs = new Map(jobs.map((job) => [job.name, job]))
    this.#redis = redis
    this.#options = options
  }

  /** Runs one attempt. Throws when the attempt fails; deletes the job's row when it succeeds. */
  async run(bullJob: BullJob, token: string | undefined): Promise<void> {
    const job = this.#jobs.get(bullJob.name)
    if (job === undefined) return this.#putBack(bullJob, token)
    if (bullJob.stalledCounter === 0) return this.#attempt(job, bullJob, token)
    // A job that stalled may crash its worker: the quarantine runs such jobs one at a time.
    let isDelayed = false
    const delay = async (milliseconds: number) => {
      await bullJob.moveToDelayed(Date.now() + milliseconds, token)
      isDelayed = true
    }
    await this.#options.quarantine.inTurn(bullJob, delay, () => this.#attempt(job, bullJob, token))
    if (isDelayed) throw new DelayedError()
  }

  async #attempt(job: Job, bullJob: BullJob, token: string | undefined): Promise<void> {
    // The definition decides how often a job is retried, not the process that enqueued it.
    bullJob.opts.attempts = job.retry.attempts
    bullJob.opts.backoff = { type: 'defined' }
    const isLastAttempt = bullJob.attemptsMade + 1 >= job.retry.attempts
    const outboxId = outboxIdOf(bullJob.id)
    const reportProgress = (progress: object) => void bullJob.updateProgress(progress).catch(() => undefined)
    const context = {
      core: this.#core,
      data: bullJob.data,
      log: this.#log,
      outboxId,
      isLastAttempt,
      reportProgress,
      requests: this.#options.outbound.requestsOf(
        { queue: this.#queue.name, since: bullJob.timestamp },
        this.#options.places,
      ),
    }
    try {
      const attempt = () => this.#withTimeout(job, (signal) => job.run({ ...context, signal }))
      await (job.schedule === undefined ? attempt() : this.#options.turns.run(attempt))
      if (outboxId !== undefined) await this.#options.done.submit(outboxId)
    } catch (error) {
      if (error instanceof Postponed) return this.#postpone(bullJob, token, error)
      throw asError(error)
    }
  }

  /** Delays a job that waits for its turn, without using up an attempt. */
  async #postpone(
    bullJob: BullJob,
    token: string | undefined,
    { afterMs, share }: Postponed,
  ): Promise<never> {
    await bullJob.moveToDelayed(Date.now() + Math.ceil(afterMs), token)
    if (share !== undefined) this.#options.outbound.wait(this.#queue, bullJob.id!, share)
    throw new DelayedError()
  }

  /** Milliseconds until the next attempt of a job. */
  retryDelay(name: string, attempt: number, error: Error): number {
    return (this.#jobs.get(name)?.retry.delayMs ?? DEFAULT_DELAY)(attempt, error)
  }

  /**
   * Aborts the signal and rejects when the attempt takes longer than the job's timeout. An attempt that
   * ignores the signal runs on, but another job can take its place.
   */
  async #withTimeout(job: Job, run: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const timeoutMs = job.timeoutMs ?? DEFAULT_TIMEOUT_MS
    const timeout = new AbortController()
    const signal = AbortSignal.any([timeout.signal, this.#options.stopping])
    let timer: NodeJS.Timeout | undefined
    const timedOut = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        const error = new Error(`It took longer than ${timeoutMs / 1000} s.`)
        timeout.abort(error)
        reject(error)
      }, timeoutMs)
    })
    try {
      await Promise.race([run(signal), timedOut])
    } finally {
      clearTimeout(timer)
    }
  }

  /** Leaves the job to a worker that knows it, without using up an attempt. */
  async #putBack(bullJob: BullJob, token: string | undefined): Promise<never> {
    const key = `${QUEUE_PREFIX}:unknown:${this.#queue.name}:${bullJob.id}`
    const lifetime = (2 * UNKNOWN_LIFETIME_MS) / 1000
    const isFirst = (await this.#redis.set(key, Date.now(), 'EX', lifetime, 'NX')) !== null
    const waitedMs = isFirst ? 0 : Date.now() - Number(await this.#redis.get(key))
    if (waitedMs > UNKNOWN_LIFETIME_MS) {
      if (bullJob.repeatJobKey !== undefined) await this.#queue.removeJobScheduler(bullJob.repeatJobKey)
      throw new PermanentFailure(`No worker has known the job ${bullJob.name} for a day.`)
    }
    if (isFirst) {
      const about = { queue: this.#queue.name, job: bullJob.name }
      this.#log.warn(about, 'this version does not know a job; it waits for a worker of another version')
    }
    const { first, most } = UNKNOWN_DELAY_MS
    const seconds = Math.round(waitedMs / 1000)
    const delayMs = Math.min(most, Math.max(first, waitedMs))
    const other = await otherVersion(this.#redis, LOQUAT_VERSION, bullJob.timestamp)
    const enqueuedAt = `${new Date(bullJob.timestamp).toISOString().slice(11, 19)} UTC`
    this.#core.troubles.note('job-unknown', {
      subject: `${this.#queue.name} / ${bullJob.name}`,
      reason: `version ${LOQUAT_VERSION} does not know it; ${other}; job ${bullJob.id}, enqueued at ${enqueuedAt}, has waited for ${seconds} s`,
      realm: realmOf(bullJob),
      lastsSeconds: delayMs / 1000 + UNKNOWN_SIGN_SECONDS,
    })
    await bullJob.moveToDelayed(Date.now() + delayMs, token)
    throw new DelayedError()
  }
}

/** Converts a job's failure into an error with a message of limited length. */
function asError(thrown: unknown): Error {
  const error = thrown instanceof Error ? thrown : new Error(`A job has thrown: ${String(thrown)}`)
  if (error.message.length > MAX_REASON_LENGTH)
    error.message = `${error.message.slice(0, MAX_REASON_LENGTH)}…`
  return error
}
