import { ApiError } from '../../core/platform/errors.ts'

/**
 * The bytes of request bodies that a gateway holds in memory, of all requests together. A body counts from the
 * moment its bytes arrive until its request is answered.
 */
export class BodyBudget {
  readonly #limit: number
  #held = 0

  /** `limit` in bytes. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Bytes that count at the moment. */
  get held(): number {
    return this.#held
  }

  /** Counts `bytes` more. False when that would be more than the limit; then nothing is counted. */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.#limit) return false
    this.#held += bytes
    return true
  }

  release(bytes: number): void {
    this.#held -= bytes
  }
}

/** Nothing was done: the client may try again. */
export const serverBusy = (): ApiError =>
  new ApiError('The server receives too much at the moment. Try again in a moment.', {
    code: 'SERVER_BUSY',
    status: 503,
    extra: { 'retry-after': 1 },
  })
