import { Readable } from 'node:stream'
import { PooledCopier } from '../../../storage/pooled-bytes.ts'
import { serverBusy } from '../errors/errors.ts'
import type { BodyBudget } from './body-budget.ts'

/** How much of the body of a refused request is still received, in bytes and in time, before the answer. */
export const DISCARD_BYTES = 64 * 1024 * 1024
export const DISCARD_MS = 10_000

/** The bytes that a waiting piece counts as. */
const PIECE_BYTES = 256 * 1024

/** The socket that a body comes from. */
export interface BodySource {
  pause(): void
  resume(): void
}

/** The client disconnected, or its connection was cut, before the whole body had arrived. */
export class BodyCut extends Error {
  constructor() {
    super('the connection was cut within the body')
    this.name = 'BodyCut'
  }
}

/**
 * A request's body as it arrives. The socket is not read while received bytes wait for their reader. So
 * memory holds at most one read of the socket (512 KiB), which counts in the budget of the gateway. Its
 * pieces are pooled: the reader calls `releaseBytes` after use. Fails with `BodyCut`, and with 503 when the
 * budget is exhausted.
 */
export class BodyStream extends Readable {
  readonly #source: BodySource
  readonly #budget: BodyBudget
  readonly #copier = new PooledCopier()
  /** Bytes of unread pieces. The budget counts them. */
  #counted = 0
  #ended = false
  #discarded = 0
  #settle: (() => void) | undefined

  constructor(source: BodySource, budget: BodyBudget) {
    super({ objectMode: true, highWaterMark: 2 }) // pieces of up to 256 KiB, never joined
    this.#source = source
    this.#budget = budget
    this.on('error', () => undefined) // the reader gets the error; often there is no reader any more
  }

  /** Takes the socket's next piece, which is copied. */
  feed(chunk: ArrayBuffer, isLast: boolean): void {
    if (isLast) this.#end()
    if (this.destroyed) {
      this.#discarded += chunk.byteLength
      if (this.#discarded > DISCARD_BYTES) this.#settle?.()
      return
    }
    let isFull = false
    for (const piece of this.#copier.copy(chunk)) isFull = !this.push(piece)
    if (!this.#count()) {
      this.destroy(serverBusy())
      return
    }
    if (isFull && !isLast) this.#source.pause()
    if (isLast) {
      this.#copier.end()
      this.push(null)
    }
  }

  /** Ends the body when the connection has ended. */
  cut(): void {
    if (this.#ended) return
    this.#end()
    this.destroy(new BodyCut())
  }

  /**
   * Discards the rest of the body. Resolves when it has arrived, or when the wait reaches its limit. Many
   * clients that get a response before they have sent the whole body report a broken connection instead of
   * the response.
   */
  async discard(): Promise<void> {
    this.destroy()
    if (this.#ended) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, DISCARD_MS)
      this.#settle = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  override _read(): void {
    this.#count()
    this.#source.resume()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#count()
    this.#copier.end()
    this.#source.resume()
    done(error)
  }

  /** Updates the budget. False when the unread pieces exceed it. */
  #count(): boolean {
    const waiting = this.destroyed ? 0 : this.readableLength * PIECE_BYTES
    const more = waiting - this.#counted
    if (more > 0 && !this.#budget.take(more)) return false
    if (more < 0) this.#budget.release(-more)
    this.#counted = waiting
    return true
  }

  #end(): void {
    this.#ended = true
    this.#settle?.()
  }
}
