import type { HttpResponse } from 'uWebSockets.js'
import type { BodyBudget } from './body-budget.ts'
import { type BodySource, BodyStream } from './body-stream.ts'
import { IncomingBody } from './incoming-body.ts'
import type { BodyProgress, SlowBodies } from './slow-bodies.ts'

/** The exchange that a body belongs to. */
interface ReceivingExchange {
  /** The client has disconnected, or the request was refused. */
  readonly aborted: boolean
  /** The exchange is aborted or has its response, so nothing may pause its socket any more. */
  readonly isOver: boolean
  readonly remoteAddress: string
}

/** The parts of the server that all bodies share. */
interface SharedByBodies {
  readonly bodyBudget: BodyBudget
  readonly slowBodies: SlowBodies
}

/**
 * Receives the body of one request from its uWebSockets.js socket, and pauses the socket while nobody reads.
 */
export class BodyReception {
  readonly #response: HttpResponse
  readonly #exchange: ReceivingExchange
  readonly #shared: SharedByBodies
  /** Whether a part of the body has not arrived yet. */
  isPending = false
  #isPaused = false
  #progress: BodyProgress | undefined
  #whole: IncomingBody | undefined

  constructor(response: HttpResponse, exchange: ReceivingExchange, shared: SharedByBodies) {
    this.#response = response
    this.#exchange = exchange
    this.#shared = shared
  }

  /** Receives a body to be read whole. `declaredBytes` is its Content-Length; NaN without one. */
  receiveWhole(declaredBytes: number): IncomingBody {
    const body = new IncomingBody(this.#source(), this.#shared.bodyBudget, declaredBytes)
    this.#whole = body
    this.#feed(body)
    return body
  }

  /** Receives a body as a stream. */
  stream(): BodyStream {
    const body = new BodyStream(this.#source(), this.#shared.bodyBudget)
    this.#feed(body)
    return body
  }

  /** Gives back the memory and the place that the body has taken. */
  release(): void {
    this.#whole?.release()
    this.#progress?.end()
  }

  #feed(body: IncomingBody | BodyStream): void {
    if (this.#exchange.aborted) return
    this.isPending = true
    const progress = this.#shared.slowBodies.begin(
      () => this.#renewTimeout(),
      () => this.#exchange.remoteAddress,
    )
    this.#progress = progress
    this.#response.onData((chunk, isLast) => {
      if (isLast) {
        this.isPending = false
        progress.end()
      }
      body.feed(chunk, isLast)
      // A paused socket may have been read once more. The socket must resume for the connection's next
      // request.
      if (isLast) this.#setPaused(false)
      else progress.note(chunk.byteLength)
    })
  }

  #source(): BodySource {
    return { pause: () => this.#setPaused(true), resume: () => this.#setPaused(false) }
  }

  #setPaused(isPaused: boolean): void {
    if (isPaused === this.#isPaused || this.#exchange.isOver) return
    this.#isPaused = isPaused
    if (isPaused) this.#response.pause()
    else this.#response.resume()
  }

  /** Gives the connection its full timeout again: pausing suspends the timeout, resuming restarts it. */
  #renewTimeout(): void {
    if (this.#isPaused) return
    this.#setPaused(true)
    this.#setPaused(false)
  }
}
