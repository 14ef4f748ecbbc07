/**
 * Calls `beat` when a listener has waited for some time without a delivery. It has at most one timer, which
 * deliveries and polls do not touch: a timer that ends early runs on for the rest of the time. All times come
 * from `performance.now()`.
 */
export class Heartbeat {
  readonly #interval: () => number
  readonly #beat: () => boolean
  #timer: NodeJS.Timeout | undefined
  /** The wait before a heartbeat, chosen when the timer starts. */
  #intervalMs = 0
  /** When the listener began to wait, or received its last delivery. */
  #quietSince = 0
  #isWaiting = false

  /** `interval` returns the milliseconds to wait. `beat` returns whether the listener waits on. */
  constructor(interval: () => number, beat: () => boolean) {
    this.#interval = interval
    this.#beat = beat
  }

  /** A listener waits from now on, or has just received a delivery and waits on. */
  wait(now: number): void {
    this.#quietSince = now
    this.#isWaiting = true
    if (this.#timer !== undefined) return
    this.#intervalMs = this.#interval()
    this.#run(this.#intervalMs)
  }

  /** No listener waits. A timer that ends meanwhile is not started again. */
  pause(): void {
    this.#isWaiting = false
  }

  /** As `pause`, and clears the timer. */
  stop(): void {
    this.#isWaiting = false
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #run(milliseconds: number): void {
    this.#timer = setTimeout(() => this.#ended(), milliseconds)
  }

  #ended(): void {
    this.#timer = undefined
    if (!this.#isWaiting) return
    const now = performance.now()
    const leftMs = Math.ceil(this.#quietSince + this.#intervalMs - now)
    if (leftMs > 0) this.#run(leftMs)
    else if (this.#beat()) this.wait(now)
  }
}
