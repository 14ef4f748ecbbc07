import { Readable } from 'node:stream'
import { noteCopied } from './collect-garbage.ts'

/** What a client sends although it is refused is read to hear it out: so much of it, and so long. */
const DISCARD_BYTES = 64 * 1024 * 1024
const DISCARD_MS = 10_000

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
 * than one read of the socket (512 KiB) is held. Fails with `BodyCut`.
 */
export class BodyStream extends Readable {
  readonly #source: BodySource
  #ended = false
  #discarded = 0
  #settle: (() => void) | undefined

  constructor(source: BodySource) {
    super({ highWaterMark: 256 * 1024 })
    this.#source = source
    this.on('error', () => undefined) // told to whoever reads; often nobody does any more
  }

  /** The socket's next piece, which must be a copy. */
  feed(chunk: Buffer, isLast: boolean): void {
    noteCopied(chunk.length)
    if (isLast) this.#end()
    if (this.destroyed) {
      this.#discarded += chunk.length
      if (this.#discarded > DISCARD_BYTES) this.#settle?.()
      return
    }
    if (chunk.length > 0 && !this.push(chunk) && !isLast) this.#source.pause()
    if (isLast) this.push(null)
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
    this.#source.resume()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#source.resume()
    done(error)
  }

  #end(): void {
    this.#ended = true
    this.#settle?.()
  }
}
