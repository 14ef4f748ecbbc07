import type { Job } from 'bullmq'
import { Counter, Histogram, Registry } from 'prom-client'
import type { QueueName } from '../../core/platform/jobs/names.ts'
import type { QueueWork, Series } from '../../core/platform/processes/report.ts'
import type { Usage } from '../../core/platform/processes/usage.ts'
import { reasonClassOf } from './reason-class.ts'

/** How an attempt ended; `retried`: it failed and the job is retried. */
type Outcome = 'done' | 'retried' | 'failed'

/** `queue.….failed` is the number of failed jobs in the queue. */
const SERIES_OF_OUTCOME = { done: 'done', retried: 'retried', failed: 'givenUp' } as const

type Counts = Record<Outcome, number>

const BUCKETS = [0.005, 0.025, 0.1, 0.5, 1, 5, 30, 120, 600]
const SLICES = 12
const SLICE_MS = 5_000

/** The metrics of a worker's jobs (docs/operations.md). */
export class JobMetrics {
  readonly #usage: Usage
  readonly #registry = new Registry()
  readonly #ended: Counter<'queue' | 'job' | 'outcome'>
  readonly #failures: Counter<'queue' | 'reason'>
  readonly #duration: Histogram<'queue'>
  readonly #wait: Histogram<'queue'>
  readonly #postponed: Counter<'queue' | 'reason'>
  readonly #paused: Counter<'queue'>
  readonly #running = new Map<string, number>()
  /** The series as they were last read; undefined when one has changed since. */
  #series: Promise<Series[]> | undefined
  /** Ended attempts in each slice of the last minute, by queue. */
  readonly #slices = new Map<number, Map<string, Counts>>()

  constructor(usage: Usage) {
    this.#usage = usage
    const registers = [this.#registry]
    this.#ended = new Counter({
      name: 'loquat_jobs_total',
      help: 'Attempts of jobs that have ended: done, retried (failed, will be retried) or failed permanently',
      labelNames: ['queue', 'job', 'outcome'],
      registers,
    })
    this.#failures = new Counter({
      name: 'loquat_job_failures_total',
      help: 'Attempts of jobs that failed, by the class of the reason',
      labelNames: ['queue', 'reason'],
      registers,
    })
    this.#duration = new Histogram({
      name: 'loquat_job_duration_seconds',
      help: 'Time of one attempt of a job',
      labelNames: ['queue'],
      buckets: BUCKETS,
      registers,
    })
    this.#wait = new Histogram({
      name: 'loquat_job_wait_seconds',
      help: 'Time from when a job could begin to its first attempt',
      labelNames: ['queue'],
      buckets: BUCKETS,
      registers,
    })
    this.#postponed = new Counter({
      name: 'loquat_requests_postponed_total',
      help: 'Requests of jobs that wait: for a place beside others (place), or for a host that does not answer (host)',
      labelNames: ['queue', 'reason'],
      registers,
    })
    this.#paused = new Counter({
      name: 'loquat_host_pauses_total',
      help: 'Pauses of hosts that did not answer the requests of jobs',
      labelNames: ['queue'],
      registers,
    })
  }

  /** Measures one attempt. */
  async timed(job: Job, attempt: () => Promise<void>): Promise<void> {
    const queue = job.queueName
    const startedAt = Date.now()
    if (job.attemptsStarted === 1) {
      const since = job.timestamp + (job.opts.delay ?? 0)
      this.#wait.observe({ queue }, Math.max(0, startedAt - since) / 1000)
      this.#series = undefined
    }
    this.#running.set(queue, (this.#running.get(queue) ?? 0) + 1)
    try {
      await attempt()
    } finally {
      this.#running.set(queue, this.#running.get(queue)! - 1)
      const seconds = (Date.now() - startedAt) / 1000
      this.#duration.observe({ queue }, seconds)
      this.#usage.add(`queue.${queue}.operations`)
      this.#usage.add(`queue.${queue}.seconds`, seconds)
      this.#series = undefined
    }
  }

  /** An attempt failed. */
  failed(queue: string, error: unknown): void {
    this.#failures.inc({ queue, reason: reasonClassOf(error) })
    this.#series = undefined
  }

  /** A request has to wait. */
  postponed(queue: string, reason: 'place' | 'host'): void {
    this.#postponed.inc({ queue, reason })
    this.#series = undefined
  }

  /** A host is not asked for a while. */
  paused(queue: string): void {
    this.#paused.inc({ queue })
    this.#series = undefined
  }

  ended({ queueName: queue, name }: Job, outcome: Outcome): void {
    this.#ended.inc({ queue, job: name, outcome })
    this.#usage.add(`queue.${queue}.${SERIES_OF_OUTCOME[outcome]}`)
    this.#series = undefined
    const now = Math.floor(Date.now() / SLICE_MS)
    let slice = this.#slices.get(now)
    if (slice === undefined) {
      slice = new Map()
      this.#slices.set(now, slice)
      for (const old of this.#slices.keys()) if (old <= now - SLICES) this.#slices.delete(old)
    }
    const counts = slice.get(queue) ?? { done: 0, retried: 0, failed: 0 }
    counts[outcome]++
    slice.set(queue, counts)
  }

  /** Counts of the last minute for each of the queues. */
  ofLastMinute(queues: readonly QueueName[]): QueueWork[] {
    const oldest = Math.floor(Date.now() / SLICE_MS) - SLICES
    const slices = [...this.#slices].filter(([at]) => at > oldest).map(([, slice]) => slice)
    return queues.map((queue) => {
      const sum = { done: 0, retried: 0, failed: 0 }
      for (const slice of slices) {
        const counts = slice.get(queue)
        for (const outcome of ['done', 'retried', 'failed'] as const) sum[outcome] += counts?.[outcome] ?? 0
      }
      return { queue, running: this.#running.get(queue) ?? 0, ...sum }
    })
  }

  /** All metrics since the process started, for Prometheus. */
  series(): Promise<Series[]> {
    this.#series ??= this.#read()
    return this.#series
  }

  async #read(): Promise<Series[]> {
    const all = await this.#registry.getMetricsAsJSON()
    return all.map(({ name, help, type, values }) => ({
      name,
      help,
      type: String(type),
      values: values.map((value) => ({
        name: 'metricName' in value && value.metricName ? String(value.metricName) : name,
        labels: value.labels as Record<string, string | number>,
        value: value.value,
      })),
    }))
  }
}
