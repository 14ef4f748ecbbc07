import { MAX_BYTES_OF_UNKNOWN_CALLERS } from '../../../config/limits.ts'
import type { ApiError } from '../../../core/platform/errors.ts'
import { bodyTooLarge, serverBusy } from '../errors/errors.ts'
import type { BodyBudget } from './body-budget.ts'
import { type BodySource, DISCARD_BYTES, DISCARD_MS } from './body-stream.ts'

/**
 * A request's body that is read whole into memory. Until the caller is known and `all` is called, no more
 * than `MAX_BYTES_OF_UNKNOWN_CALLERS` are read from the socket.
 */
export class IncomingBody {
  readonly #source: BodySource
  readonly #budget: BodyBudget
  readonly #declared: number
  #chunks: Buffer[] = []
  /** The bytes of `#chunks`, which count in the budget. */
  #held = 0
  #discarded = 0
  #limit = MAX_BYTES_OF_UNKNOWN_CALLERS
  #state: 'waiting' | 'wanted' | 'discarded' = 'waiting'
  #hasEnded = false
  #refusal: ApiError | undefined
  #settle: (() => void) | undefined

  /** `declared`: the Content-Length in bytes; NaN without one. */
  constructor(source: BodySource, budget: BodyBudget, declared: number) {
    this.#source = source
    this.#budget = budget
    this.#declared = declared
  }

  /** Takes the socket's next piece, which is copied. */
  feed(chunk: ArrayBuffer, isLast: boolean): void {
    this.#hasEnded = isLast
    if (this.#state === 'discarded' || this.#refusal !== undefined) {
      this.#discarded += chunk.byteLength
      if (isLast || this.#discarded > DISCARD_BYTES) this.#settle?.()
      return
    }
    if (!this.#budget.take(chunk.byteLength)) {
      this.#refuse(serverBusy())
      return
    }
    this.#held += chunk.byteLength
    if (chunk.byteLength > 0) this.#chunks.push(Buffer.from(Buffer.from(chunk)))
    if (this.#state === 'wanted' && this.#held > this.#limit) this.#refuse(bodyTooLarge(this.#limit))
    else if (isLast) this.#settle?.()
    else if (this.#held > this.#limit) this.#source.pause()
  }

  /**
   * The whole body. Rejects with 413 when it is longer than `limit` bytes, and with 503 when the budget of
   * the gateway is exhausted. Never settles when the client disconnects.
   */
  async all(limit: number): Promise<Buffer> {
    this.#state = 'wanted'
    this.#limit = limit
    if (this.#declared > limit || this.#held > limit) this.#refuse(bodyTooLarge(limit))
    if (!this.#hasEnded && this.#refusal === undefined) {
      await new Promise<void>((resolve) => {
        this.#settle = resolve
        this.#source.resume()
      })
    }
    if (this.#refusal !== undefined) throw this.#refusal
    return this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)
  }

  /**
   * Discards the body. Resolves when the rest has arrived, or when the wait reaches its limit. Many clients
   * that get a response before they have sent the whole body report a broken connection instead of the
   * response. `isShort`: waits only for a body whose Content-Length is at most
   * `MAX_BYTES_OF_UNKNOWN_CALLERS`.
   */
  async discard(isShort = false): Promise<void> {
    this.#state = 'discarded'
    this.release()
    const isLong = !(this.#declared <= MAX_BYTES_OF_UNKNOWN_CALLERS)
    if (this.#hasEnded || this.#declared > DISCARD_BYTES || (isShort && isLong)) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, DISCARD_MS)
      this.#settle = () => {
        clearTimeout(timer)
        resolve()
      }
      this.#source.resume()
    })
  }

  /** Frees the memory when the request is over. */
  release(): void {
    this.#chunks = []
    this.#budget.release(this.#held)
    this.#held = 0
  }

  #refuse(refusal: ApiError): void {
    this.release()
    this.#refusal = refusal
    this.#settle?.()
  }
}

/**
 * Whether an error means that the client sends too much or too often, so that the rest of its body is not
 * awaited.
 */
export const isOverLimit = ({ status }: ApiError): boolean => [413, 429, 503].includes(status)
