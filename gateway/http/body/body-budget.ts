/**
 * Limits the bytes of all request bodies that a gateway holds in memory. A body counts from the arrival of
 * its bytes until its request is answered.
 */
export class BodyBudget {
  readonly #limit: number
  #held = 0

  /** `limit` in bytes. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** The bytes that count now. */
  get held(): number {
    return this.#held
  }

  /** Counts `bytes` more. False, and nothing counted, when that would exceed the limit. */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.#limit) return false
    this.#held += bytes
    return true
  }

  release(bytes: number): void {
    this.#held -= bytes
  }
}
