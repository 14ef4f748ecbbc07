import type { OpenResponse, OpenResponseListener } from '../http/reply/open-answer.ts'
import { CLOSINGS } from './close-codes.ts'
import type { ListenerHandle } from './event-queues.ts'
import { SharedDeliveries } from './frames.ts'
import type { DeliveryResult, EndReason, Listener } from './listener.ts'

/** Browsers connect again after this time, in milliseconds. */
const BEGINNING = 'retry: 1000\n\n'

/** The texts of Server-Sent Events for deliveries, as UTF-8. */
export class StreamTexts extends SharedDeliveries<Buffer> {
  constructor() {
    super((events) => Buffer.from(events.map(textOf).join('')))
  }
}

/** A heartbeat is a comment, which programs do not see. Its id moves the client's cursor all the same. */
function textOf(event: string): string {
  const id = /"id":(\d+)\}$/.exec(event)![1]
  return event.startsWith('{"type":"heartbeat"')
    ? `: heartbeat\nid: ${id}\n\n`
    : `id: ${id}\ndata: ${event}\n\n`
}

/**
 * The gateway's side of one stream of Server-Sent Events. A slow client costs a cursor: while its network
 * takes no more, nothing is written, and later the queue continues from the log.
 */
export class EventStream implements Listener, OpenResponseListener {
  readonly #texts: StreamTexts
  readonly #listen: (listener: Listener) => ListenerHandle
  readonly #ended: (() => void) | undefined
  #response: OpenResponse | undefined
  #handle: ListenerHandle | undefined
  #isFull = false

  /**
   * `texts` is shared by all streams of the gateway. `listen` makes this the listener of its queue, and
   * `ended` is called once when the stream is over.
   */
  constructor(texts: StreamTexts, listen: (listener: Listener) => ListenerHandle, ended?: () => void) {
    this.#texts = texts
    this.#listen = listen
    this.#ended = ended
  }

  opened(response: OpenResponse): void {
    this.#response = response
    response.write(BEGINNING)
    this.#handle = this.#listen(this)
  }

  deliver(events: readonly string[]): DeliveryResult {
    const response = this.#response
    if (response === undefined) return 'done'
    this.#isFull = !response.write(this.#texts.of(events))
    return this.#isFull ? 'full' : 'more'
  }

  drained(): void {
    if (!this.#isFull) return
    this.#isFull = false
    this.#handle?.resume()
  }

  /** Says why the stream ends, except where the client should simply connect again. */
  end(reason: EndReason): void {
    const response = this.#response
    if (response === undefined) return
    this.#response = undefined
    this.#handle = undefined
    if (reason !== 'goingAway') response.write(`event: end\ndata: ${JSON.stringify(CLOSINGS[reason])}\n\n`)
    response.end()
    this.#ended?.()
  }

  closed(): void {
    this.#response = undefined
    this.#handle?.abandon()
    this.#handle = undefined
    this.#ended?.()
  }
}
