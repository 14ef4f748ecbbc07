const FIRST_MS = 250
const LONGEST_MS = 10_000
const HEALTHY_MS = 30_000

/** How long to wait before a crashed process is started again: 250 ms, doubling up to 10 s. */
export class BackOff {
  #next = FIRST_MS

  /** `upMs`: how long the process had been serving. After 30 s or more the delay starts at 250 ms again. */
  delayAfter(upMs: number): number {
    if (upMs >= HEALTHY_MS) this.#next = FIRST_MS
    const delay = this.#next
    this.#next = Math.min(delay * 2, LONGEST_MS)
    return delay
  }
}
