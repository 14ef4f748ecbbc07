import { DelayedError, type Job, type Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import type { CoalescingBatch } from '../core/platform/db/coalescing-batch.ts'
import { outboxIdOf, QUEUE_PREFIX } from '../core/platform/jobs/names.ts'
import type { Logger } from '../core/platform/log.ts'
import type { Core } from '../core/state/core.ts'
import type { CrashQuarantine } from './crash-quarantine.ts'
import { exponential, type JobDeclaration, PermanentFailure } from './job.ts'

const TIMEOUT_MS = 5 * 60_000
const UNLESS_DECLARED = exponential()
const MAX_REASON_LENGTH = 2_000

/** A job that no worker here knows is of a newer version that is being rolled out, or of one that was rolled back. */
const UNKNOWN_AGAIN_MS = { first: 1_000, most: 60_000 }
const UNKNOWN_GIVEN_UP_MS = 24 * 3600_000

export interface ProcessorOptions {
  readonly quarantine: CrashQuarantine
  /** Aborted when jobs have to end. */
  readonly stopping: AbortSignal
  /** Takes the rows of jobs that are done. */
  readonly done: CoalescingBatch<number, void>
}

/** Runs the jobs of one queue as they are declared. */
export class Processor {
  readonly #core: Core
  readonly #log: Logger
  readonly #queue: Queue
  readonly #declared: ReadonlyMap<string, JobDeclaration>
  readonly #redis: Redis
  readonly #options: ProcessorOptions

  constructor(
    core: Core,
    log: Logger,
    queue: Queue,
    declared: readonly JobDeclaration[],
    redis: Redis,
    options: ProcessorOptions,
  ) {
    this.#core = core
    this.#log = log
    this.#queue = queue
    this.#declared = new Map(declared.map((job) => [job.name, job]))
    this.#redis = redis
    this.#options = options
  }

  /** One attempt. What it throws fails the attempt; the row of a job goes when the job is done. */
  async run(job: Job, token: string | undefined): Promise<void> {
    const declaration = this.#declared.get(job.name)
    if (declaration === undefined) return this.#putBack(job, token)
    if (job.stalledCounter === 0) return this.#attempt(declaration, job)
    let isLater = false
    const later = async (milliseconds: number) => {
      await job.moveToDelayed(Date.now() + milliseconds, token)
      isLater = true
    }
    await this.#options.quarantine.inTurn(job, later, () => this.#attempt(declaration, job))
    if (isLater) throw new DelayedError()
  }

  async #attempt(declaration: JobDeclaration, job: Job): Promise<void> {
    // The retry policy is the declaration's, whoever handed the job over.
    job.opts.attempts = declaration.attempts
    job.opts.backoff = { type: 'declared' }
    const isLast = job.attemptsMade + 1 >= declaration.attempts
    const outboxId = outboxIdOf(job.id)
    const report = (progress: object) => void job.updateProgress(progress).catch(() => undefined)
    try {
      await this.#inTime(declaration, (signal) =>
        declaration.run(this.#core, job.data, this.#log, { outboxId, isLast, report, signal }),
      )
      if (outboxId !== undefined) await this.#options.done.submit(outboxId)
    } catch (error) {
      throw asError(error)
    }
  }

  /** Milliseconds until a job that has failed is tried again. */
  backOff(name: string, attempt: number, error: Error): number {
    return (this.#declared.get(name)?.backOff ?? UNLESS_DECLARED)(attempt, error)
  }

  /** What hangs cannot be ended, but nothing waits for it: its place is another job's. */
  async #inTime(declaration: JobDeclaration, run: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const milliseconds = declaration.timeout ?? TIMEOUT_MS
    const late = new AbortController()
    const signal = AbortSignal.any([late.signal, this.#options.stopping])
    let timer: NodeJS.Timeout | undefined
    const over = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        const error = new Error(`It took longer than ${milliseconds / 1000} s.`)
        late.abort(error)
        reject(error)
      }, milliseconds)
    })
    try {
      await Promise.race([run(signal), over])
    } finally {
      clearTimeout(timer)
    }
  }

  /** Waits for a worker that knows the job, without using up an attempt. */
  async #putBack(job: Job, token: string | undefined): Promise<never> {
    const key = `${QUEUE_PREFIX}:unknown:${this.#queue.name}:${job.id}`
    const lifetime = (2 * UNKNOWN_GIVEN_UP_MS) / 1000
    const isFirst = (await this.#redis.set(key, Date.now(), 'EX', lifetime, 'NX')) !== null
    const waited = isFirst ? 0 : Date.now() - Number(await this.#redis.get(key))
    if (waited > UNKNOWN_GIVEN_UP_MS) {
      if (job.repeatJobKey !== undefined) await this.#queue.removeJobScheduler(job.repeatJobKey)
      throw new PermanentFailure(`No worker knows the job ${job.name}, for a day.`)
    }
    if (isFirst) {
      this.#log.warn({ queue: this.#queue.name, job: job.name }, 'a job of another version waits for it')
    }
    const { first, most } = UNKNOWN_AGAIN_MS
    await job.moveToDelayed(Date.now() + Math.min(most, Math.max(first, waited)), token)
    throw new DelayedError()
  }
}

/** Anything may be thrown, of any length; what is kept of it is a reason that a person reads. */
function asError(thrown: unknown): Error {
  const error = thrown instanceof Error ? thrown : new Error(`A job has thrown: ${String(thrown)}`)
  if (error.message.length > MAX_REASON_LENGTH)
    error.message = `${error.message.slice(0, MAX_REASON_LENGTH)}…`
  return error
}
