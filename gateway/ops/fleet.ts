import { type Backlog, jobBacklog } from '../../core/platform/jobs/backlog.ts'
import { QUEUES, type QueueName } from '../../core/platform/jobs/names.ts'
import type { BullSink } from '../../core/platform/jobs/sink.ts'
import type { ProcessReport } from '../../core/platform/processes/report.ts'
import type { Reporter } from '../../core/platform/processes/reporter.ts'
import type { Core } from '../../core/state/core.ts'
import { inTime } from './in-time.ts'

/** Jobs of one queue, by what they wait for. */
export interface QueueDepth {
  readonly queue: QueueName
  readonly waiting: number
  readonly active: number
  /** For their time, or for the next attempt. */
  readonly delayed: number
  readonly failed: number
  readonly isPaused: boolean
}

/** What the operator's overview and /metrics tell of all processes. What does not answer is undefined. */
export interface FleetFigures {
  readonly at: number
  readonly processes: readonly ProcessReport[]
  readonly depths: readonly QueueDepth[] | undefined
  readonly backlog: Backlog | undefined
  readonly isRedisThere: boolean
}

const NEWEST_FAILED = 20
/** Several who ask at once, a page that refreshes itself and Prometheus, are told the same. */
const FRESH_MS = 1_000

/** Gathers the figures of all gateways and workers: from their reports, the queues and the outbox. */
export class Fleet {
  readonly #core: Core
  readonly #sink: BullSink
  readonly #reporter: Reporter
  #latest: { readonly at: number; readonly figures: Promise<FleetFigures> } | undefined

  constructor(core: Core, sink: BullSink, reporter: Reporter) {
    this.#core = core
    this.#sink = sink
    this.#reporter = reporter
  }

  /** Never rejects. No older than a second. */
  figures(): Promise<FleetFigures> {
    const now = Date.now()
    if (this.#latest === undefined || now - this.#latest.at > FRESH_MS) {
      this.#latest = { at: now, figures: this.#gather(now) }
    }
    return this.#latest.figures
  }

  /** Forgets what was gathered: something has been changed. */
  refresh(): void {
    this.#latest = undefined
  }

  async #gather(at: number): Promise<FleetFigures> {
    const isRedisThere = this.#core.isRedisThere
    const [processes, depths, backlog] = await Promise.all([
      inTime(this.#reporter.all()).catch(() => []),
      isRedisThere ? inTime(this.#depths()).catch(() => undefined) : undefined,
      inTime(jobBacklog(this.#core.db, NEWEST_FAILED)).catch(() => undefined),
    ])
    return { at, processes, depths, backlog, isRedisThere }
  }

  #depths(): Promise<QueueDepth[]> {
    return Promise.all(
      QUEUES.map(async (name) => {
        const queue = this.#sink.queue(name)
        const [counts, isPaused] = await Promise.all([
          queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed'),
          queue.isPaused(),
        ])
        const { waiting = 0, prioritized = 0, active = 0, delayed = 0, failed = 0 } = counts
        return { queue: name, waiting: waiting + prioritized, active, delayed, failed, isPaused }
      }),
    )
  }
}
