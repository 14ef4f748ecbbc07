import { Readable } from 'node:stream'
import { PooledCopier } from '../../storage/pooled-bytes.ts'
import { type BodyBudget, serverBusy } from './body-budget.ts'

/** What a client sends although it is refused is read to hear it out: so much of it, and so long. */
export const DISCARD_BYTES = 64 * 1024 * 1024
export const DISCARD_MS = 10_000

/** A piece that waits counts as so many bytes. */
const PIECE_BYTES = 256 * 1024

/** The socket that a body comes from. */
export interface BodySource {
  pause(): void
  resume(): void
}

/** The client went, or its connection was cut, before all of the body had come. */
export class BodyCut extends Error {
  constructor() {
    super('the connection was cut within the body')
    this.name = 'BodyCut'
  }
}

/**
 * A request's body as it comes. The socket is not read while what has come waits for its reader, so that no more
 * than one read of the socket (512 KiB) is held, and counts in the budget of the gateway. Its pieces are pooled:
 * `releaseBytes` of what is done with. Fails with `BodyCut`, and with 503 when the gateway holds too much already.
 */
export class BodyStream extends Readable {
  readonly #source: BodySource
  readonly #budget: BodyBudget
  readonly #copier = new PooledCopier()
  /** Bytes that count in the budget: of pieces that wait for their reader. */
  #counted = 0
  #ended = false
  #discarded = 0
  #settle: (() => void) | undefined

  constructor(source: BodySource, budget: BodyBudget) {
    super({ objectMode: true, highWaterMark: 2 }) // pieces of up to 256 KiB, never joined
    this.#source = source
    this.#budget = budget
    this.on('error', () => undefined) // told to whoever reads; often nobody does any more
  }

  /** The socket's next piece, which is copied. */
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

  /** Nothing more will come. */
  cut(): void {
    if (this.#ended) return
    this.#end()
    this.destroy(new BodyCut())
  }

  /**
   * Ends whoever reads, and resolves when the rest has come or is too much to wait for. Answered before that,
   * many a client takes the end of its connection for the answer.
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

  /** False when what waits is more than the gateway may hold. */
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
