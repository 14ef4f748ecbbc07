import type { Job } from 'bullmq'
import { Counter, Histogram, Registry } from 'prom-client'

/** How an attempt ended; `retried`: it failed, and is tried again. */
export type Outcome = 'done' | 'retried' | 'failed'

const SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 5, 30, 120, 600]

/** What a worker counts of its jobs, under the names docs/operations.md explains. */
export class WorkFigures {
  readonly registry = new Registry()
  /** Jobs that run now. */
  running = 0
  readonly #ended: Counter<'queue' | 'job' | 'outcome'>
  readonly #duration: Histogram<'queue'>
  readonly #wait: Histogram<'queue'>

  constructor() {
    const registers = [this.registry]
    this.#ended = new Counter({
      name: 'loquat_jobs_total',
      help: 'Attempts of jobs that have ended: done, retried (failed, to be tried again) or failed for good',
      labelNames: ['queue', 'job', 'outcome'],
      registers,
    })
    this.#duration = new Histogram({
      name: 'loquat_job_duration_seconds',
      help: 'Time of one attempt of a job',
      labelNames: ['queue'],
      buckets: SECONDS,
      registers,
    })
    this.#wait = new Histogram({
      name: 'loquat_job_wait_seconds',
      help: 'Time from when a job could begin to its first attempt',
      labelNames: ['queue'],
      buckets: SECONDS,
      registers,
    })
  }

  async timed(job: Job, attempt: () => Promise<void>): Promise<void> {
    const startedAt = Date.now()
    const since = job.timestamp + (job.opts.delay ?? 0)
    if (job.attemptsStarted === 1) {
      this.#wait.observe({ queue: job.queueName }, Math.max(0, startedAt - since) / 1000)
    }
    this.running++
    try {
      await attempt()
    } finally {
      this.running--
      this.#duration.observe({ queue: job.queueName }, (Date.now() - startedAt) / 1000)
    }
  }

  ended(job: Job, outcome: Outcome): void {
    this.#ended.inc({ queue: job.queueName, job: job.name, outcome })
  }
}
