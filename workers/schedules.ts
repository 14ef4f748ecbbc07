import type { Queue } from 'bullmq'
import type { Logger } from '../core/platform/log.ts'
import type { Job } from './define-job.ts'

/** How long schedules that were lost with Redis are missing, at most. */
const AGAIN_MS = 5_000

/** Keeps the schedules of jobs that nobody asks for. */
export class Schedules {
  readonly #log: Logger
  readonly #queues: readonly Queue[]
  readonly #jobs: readonly Job[]
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(log: Logger, queues: readonly Queue[], jobs: readonly Job[]) {
    this.#log = log
    this.#queues = queues
    this.#jobs = jobs
  }

  async start(): Promise<void> {
    for (const queue of this.#queues) {
      await this.#schedule(
        queue,
        this.#jobs.filter((job) => job.queue === queue.name),
      )
    }
    this.#again()
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  /** One scheduler a job, whatever the number of workers: they all state the same. */
  async #schedule(queue: Queue, jobs: readonly Job[]): Promise<void> {
    for (const { name, schedule } of jobs) {
      if (schedule === undefined) continue
      const { everyMs, keepsHistory = true } = schedule
      const opts = keepsHistory
        ? { removeOnComplete: { count: 100 }, removeOnFail: { count: 1000 } }
        : { removeOnComplete: true, removeOnFail: true }
      await queue.upsertJobScheduler(name, { every: everyMs }, { name, opts })
    }
  }

  /** No table has these jobs: those that Redis has lost would never run again. */
  #again(): void {
    this.#timer = setTimeout(async () => {
      try {
        for (const queue of this.#queues) await this.#schedule(queue, await this.#missing(queue))
      } catch (error) {
        this.#log.warn({ err: error }, 'schedules')
      }
      if (!this.#isStopped) this.#again()
    }, AGAIN_MS)
  }

  async #missing(queue: Queue): Promise<Job[]> {
    const known = new Set((await queue.getJobSchedulers()).map((scheduler) => scheduler.key))
    return this.#jobs.filter((job) => job.queue === queue.name && !known.has(job.name))
  }
}
