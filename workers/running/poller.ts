export interface PollerOptions {
  /**
   * Must not reject. Resolves to the milliseconds until the next poll, or undefined to poll only when `soon`
   * is called.
   */
  readonly poll: () => Promise<number | undefined>
  /** Shortest time between the starts of two polls. */
  readonly minIntervalMs: number
}

/**
 * Polls for new work: soon after a call of `soon`, and otherwise after the time that the former poll
 * returned.
 */
export class Poller {
  readonly #options: PollerOptions
  #timer: NodeJS.Timeout | undefined
  #lastAt = Number.NEGATIVE_INFINITY
  #isPolling = false
  /** Whether `soon` was called during a poll, which may have read before the new work existed. */
  #isCalledAgain = false
  #isStopped = false

  constructor(options: PollerOptions) {
    this.#options = options
  }

  /** Polls at once, or as soon as `minIntervalMs` have passed since the former poll. */
  soon(): void {
    if (this.#isPolling) this.#isCalledAgain = true
    else this.#pollIn(0)
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #pollIn(milliseconds: number): void {
    if (this.#isStopped) return
    clearTimeout(this.#timer)
    const rest = this.#lastAt + this.#options.minIntervalMs - performance.now()
    this.#timer = setTimeout(() => void this.#poll(), Math.max(milliseconds, rest, 0))
  }

  async #poll(): Promise<void> {
    this.#lastAt = performance.now()
    this.#isPolling = true
    this.#isCalledAgain = false
    const nextMs = await this.#options.poll()
    this.#isPolling = false
    if (this.#isCalledAgain) this.#pollIn(0)
    else if (nextMs !== undefined) this.#pollIn(nextMs)
  }
}
