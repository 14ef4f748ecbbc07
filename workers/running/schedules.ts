import type { Queue } from 'bullmq'
import type { Logger } from '../../core/platform/log/log.ts'
import type { RedisClient } from '../../core/platform/redis/redis-connection.ts'
import type { Job } from './define-job.ts'

/** Time between two checks for schedules that Redis has lost. */
const CHECK_MS = 15_000

/** Keeps the schedules of jobs in Redis. */
export class Schedules {
  readonly #log: Logger
  readonly #redis: RedisClient
  readonly #queues: readonly Queue[]
  readonly #jobs: readonly Job[]
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(log: Logger, redis: RedisClient, queues: readonly Queue[], jobs: readonly Job[]) {
    this.#log = log
    this.#redis = redis
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
    this.#checkRegularly()
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  /**
   * Sets the schedules of jobs. Every worker sets the same ones, and BullMQ keeps one schedule for each job.
   */
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

  /** Restores the schedules that Redis has lost, again and again. Postgres does not store schedules. */
  #checkRegularly(): void {
    this.#timer = setTimeout(async () => {
      try {
        await Promise.all(this.#queues.map((queue) => this.#restore(queue)))
      } catch (error) {
        this.#log.warn({ err: error }, 'schedules of jobs cannot be checked; the next check tries again')
      }
      if (!this.#isStopped) this.#checkRegularly()
    }, CHECK_MS)
  }

  async #restore(queue: Queue): Promise<void> {
    const scheduled = this.#jobs.filter((job) => job.queue === queue.name && job.schedule !== undefined)
    if (scheduled.length === 0) return
    const known = new Set(await this.#redis.zrange(queue.toKey('repeat'), 0, -1))
    await this.#schedule(
      queue,
      scheduled.filter((job) => !known.has(job.name)),
    )
  }
}
