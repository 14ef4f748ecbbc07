import { type Backlog, jobBacklog } from '../../core/platform/jobs/backlog.ts'
import { type QueueFigures, readQueueFigures } from '../../core/platform/jobs/queue-figures.ts'
import type { BullSink } from '../../core/platform/jobs/sink.ts'
import type { EndedProcess, ProcessReport, SilentProcess } from '../../core/platform/processes/report.ts'
import { lastEndedWorker, type Reporter } from '../../core/platform/processes/reporter.ts'
import type { Core } from '../../core/state/core.ts'
import { withDeadline } from './with-deadline.ts'

/**
 * The figures of all processes, for the operator's overview and /metrics. Figures that could not be read are
 * undefined.
 */
export interface FleetFigures {
  readonly at: number
  readonly processes: readonly ProcessReport[]
  /** Processes that have stopped to report. */
  readonly silent: readonly SilentProcess[]
  /** The worker that ended in an orderly way last, when none runs. */
  readonly endedWorker?: EndedProcess | undefined
  readonly depths: readonly QueueFigures[] | undefined
  readonly backlog: Backlog | undefined
  readonly isRedisAvailable: boolean
}

const NEWEST_FAILED = 20
/** The overview, which refreshes itself, and Prometheus share figures of this age. */
const FRESH_MS = 1_000

/** Collects the figures of all gateways and workers from their reports, the queues and the outbox. */
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

  /** The id of this gateway's own report. */
  get ownId(): string {
    return this.#reporter.id
  }

  /** Never rejects. No older than a second. */
  figures(): Promise<FleetFigures> {
    const now = Date.now()
    if (this.#latest === undefined || now - this.#latest.at > FRESH_MS) {
      this.#latest = { at: now, figures: this.#collect(now) }
    }
    return this.#latest.figures
  }

  /** Discards the collected figures after a change. */
  refresh(): void {
    this.#latest = undefined
  }

  async #collect(at: number): Promise<FleetFigures> {
    const isRedisAvailable = this.#core.isRedisAvailable
    const [{ live: processes, silent }, depths, backlog] = await Promise.all([
      withDeadline(this.#reporter.all()).catch(() => ({ live: [], silent: [] })),
      isRedisAvailable ? withDeadline(readQueueFigures(this.#sink)).catch(() => undefined) : undefined,
      withDeadline(jobBacklog(this.#core.db, NEWEST_FAILED)).catch(() => undefined),
    ])
    const hasWorker = processes.some(({ kind }) => kind === 'worker')
    const endedWorker =
      hasWorker || !isRedisAvailable
        ? undefined
        : await withDeadline(lastEndedWorker(this.#core.redis)).catch(() => undefined)
    return { at, processes, silent, endedWorker, depths, backlog, isRedisAvailable }
  }
}
