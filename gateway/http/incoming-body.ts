import { MAX_BYTES_OF_UNKNOWN_CALLERS } from '../../config/limits.ts'
import { ApiError } from '../../core/platform/errors.ts'
import { type BodyBudget, serverBusy } from './body-budget.ts'
import { type BodySource, DISCARD_BYTES, DISCARD_MS } from './body-stream.ts'

/**
 * A request's body that is read whole, into memory. Until `all` is called, which is when the caller is known, the
 * socket is not read on once `MAX_BYTES_OF_UNKNOWN_CALLERS` have come.
 */
export class IncomingBody {
  readonly #source: BodySource
  readonly #budget: BodyBudget
  readonly #declared: number
  #chunks: Buffer[] = []
  /** Bytes of `#chunks`; all of them count in the budget. */
  #held = 0
  #discarded = 0
  #limit = MAX_BYTES_OF_UNKNOWN_CALLERS
  #state: 'waiting' | 'wanted' | 'discarded' = 'waiting'
  #hasEnded = false
  #refusal: ApiError | undefined
  #settle: (() => void) | undefined

  /** `declared`: the length that the client announced, in bytes; NaN for none. */
  constructor(source: BodySource, budget: BodyBudget, declared: number) {
    this.#source = source
    this.#budget = budget
    this.#declared = declared
  }

  /** The socket's next piece, which is copied. */
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
    if (this.#state === 'wanted' && this.#held > this.#limit) this.#refuse(tooLarge(this.#limit))
    else if (isLast) this.#settle?.()
    else if (this.#held > this.#limit) this.#source.pause()
  }

  /**
   * All of it, now that it is known who sends it. Rejects with 413 when it is longer than `limit` bytes, and with 503
   * when the gateway holds too much already. Never settles when the client goes.
   */
  async all(limit: number): Promise<Buffer> {
    this.#state = 'wanted'
    this.#limit = limit
    if (this.#declared > limit || this.#held > limit) this.#refuse(tooLarge(limit))
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
   * Keeps nothing of it, and resolves when the rest has come or is too much to wait for: many a client takes the end
   * of its connection for the answer when it is answered before. `isShort`: only a body is waited for that announced
   * itself as no longer than `MAX_BYTES_OF_UNKNOWN_CALLERS`.
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

  /** Its request is over. */
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

function tooLarge(limit: number): ApiError {
  return new ApiError(`Request body is too large (limit: ${limit} bytes)`, {
    code: 'PAYLOAD_TOO_LARGE',
    status: 413,
  })
}

/** Whether an error says that its client sends too much or too often: the rest of its body is not waited for. */
export const sendsTooMuch = ({ status }: ApiError): boolean => [413, 429, 503].includes(status)
