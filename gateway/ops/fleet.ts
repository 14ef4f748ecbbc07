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
  /** The highest number of workers that ran at the same time of late, as this gateway saw them. */
  readonly formerWorkers?: number
  readonly depths: readonly QueueFigures[] | undefined
  readonly backlog: Backlog | undefined
  readonly isRedisAvailable: boolean
}

const NEWEST_FAILED = 20
/** A higher number of workers is forgotten after this time. */
const FORMER_MS = 600_000
/** The overview, which refreshes itself, and Prometheus share figures of this age. */
const FRESH_MS = 1_000

/** Collects the figures of all gateways and workers from their reports, the queues and the outbox. */
export class Fleet {
  readonly #core: Core
  readonly #sink: BullSink
  readonly #reporter: Reporter
  #mostWorkers = { count: 0, at: 0 }
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
    const workers = processes.filter(({ kind }) => kind === 'worker').length
    const isNewer = at - this.#mostWorkers.at > FORMER_MS && workers > 0
    if (workers >= this.#mostWorkers.count || isNewer) this.#mostWorkers = { count: workers, at }
    const hasWorker = workers > 0
    const endedWorker =
      hasWorker || !isRedisAvailable
        ? undefined
        : await withDeadline(lastEndedWorker(this.#core.redis)).catch(() => undefined)
    const formerWorkers = this.#mostWorkers.count
    return { at, processes, silent, endedWorker, formerWorkers, depths, backlog, isRedisAvailable }
  }
}
