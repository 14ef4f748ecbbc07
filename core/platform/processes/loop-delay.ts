import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * Milliseconds between two measurements, in a busy process and in an idle one, which they would otherwise
 * keep awake.
 */
const RESOLUTION_MS = { busy: 10, idle: 2_500 }
/** A process counts as busy when it uses this share of a core. */
const BUSY_SHARE = 0.05

/** A process whose timers are later than this is too busy. */
export const LATE_LOOP_MS = 250

/** Measures how late the timers of this process are. */
export class LoopDelay {
  #resolutionMs = RESOLUTION_MS.idle
  #histogram = start(RESOLUTION_MS.idle)
  #usage = process.cpuUsage()
  #takenAt = performance.now()

  /** Whether the process was busy before the last call of `take`. */
  get isBusy(): boolean {
    return this.#resolutionMs === RESOLUTION_MS.busy
  }

  /** Returns the 99th percentile since the former call, in milliseconds. */
  take(): number {
    const delayMs = this.#histogram.percentile(99) / 1e6 - this.#resolutionMs
    const { user, system } = process.cpuUsage(this.#usage)
    const share = (user + system) / 1_000 / (performance.now() - this.#takenAt)
    this.#usage = process.cpuUsage()
    this.#takenAt = performance.now()
    const resolutionMs = share > BUSY_SHARE ? RESOLUTION_MS.busy : RESOLUTION_MS.idle
    if (resolutionMs === this.#resolutionMs) this.#histogram.reset()
    else {
      this.#histogram.disable()
      this.#histogram = start(resolutionMs)
      this.#resolutionMs = resolutionMs
    }
    return Number.isFinite(delayMs) ? Math.max(0, delayMs) : 0
  }

  stop(): void {
    this.#histogram.disable()
  }
}

function start(resolution: number): IntervalHistogram {
  const histogram = monitorEventLoopDelay({ resolution })
  histogram.enable()
  return histogram
}
