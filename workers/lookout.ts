export interface LookoutOptions {
  /** Must not reject. Resolves to the milliseconds until the next look, or undefined to look only when `soon` is called. */
  readonly look: () => Promise<number | undefined>
  /** Shortest time between the beginnings of two looks. */
  readonly leastMs: number
}

/** Looks for work that may have come up: soon after it is told to, and otherwise when the former look said. */
export class Lookout {
  readonly #options: LookoutOptions
  #timer: NodeJS.Timeout | undefined
  #lastAt = Number.NEGATIVE_INFINITY
  #isLooking = false
  /** Whether `soon` was called during a look, which may have read before there was something. */
  #isToldAgain = false
  #isStopped = false

  constructor(options: LookoutOptions) {
    this.#options = options
  }

  /** Looks at once, or as soon as `leastMs` have passed since the former look. */
  soon(): void {
    if (this.#isLooking) this.#isToldAgain = true
    else this.#lookIn(0)
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #lookIn(milliseconds: number): void {
    if (this.#isStopped) return
    clearTimeout(this.#timer)
    const rest = this.#lastAt + this.#options.leastMs - performance.now()
    this.#timer = setTimeout(() => void this.#look(), Math.max(milliseconds, rest, 0))
  }

  async #look(): Promise<void> {
    this.#lastAt = performance.now()
    this.#isLooking = true
    this.#isToldAgain = false
    const nextMs = await this.#options.look()
    this.#isLooking = false
    if (this.#isToldAgain) this.#lookIn(0)
    else if (nextMs !== undefined) this.#lookIn(nextMs)
  }
}
