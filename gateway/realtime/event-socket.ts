import type { WebSocket } from 'uWebSockets.js'
import { WORTH_COMPRESSING } from '../http/reply/compression.ts'
import {
  BINARY_FRAME,
  CLOSINGS,
  type Closing,
  FRAME_TOO_LARGE,
  NOT_AN_ACKNOWLEDGEMENT,
  UNKNOWN_POSITION,
} from './close-codes.ts'
import { type EventId, eventIdFrom } from './event-id.ts'
import type { ListenerHandle } from './event-queues.ts'
import type { Frames } from './frames.ts'
import type { DeliveryResult, EndReason, Listener } from './listener.ts'

/**
 * In bytes. When more bytes wait for the client's network, the socket writes nothing until they have drained.
 */
const FULL_AT = 128 * 1024
/** The result of `WebSocket.send` when no bytes wait for the client's network. */
const SENT = 1
/** Maximum length of an acknowledgement, in bytes. */
export const MAX_ACKNOWLEDGEMENT = 1024

/** The data of a connection in uWebSockets.js. */
export interface SocketData {
  readonly socket: EventSocket
}

/** The gateway's side of one WebSocket: sends frames of events and receives acknowledgements. */
export class EventSocket implements Listener {
  readonly #frames: Frames
  #ws: WebSocket<SocketData> | undefined
  #handle: ListenerHandle | undefined
  #isFull = false

  /** `frames` is shared by all sockets of the gateway. */
  constructor(frames: Frames) {
    this.#frames = frames
  }

  /** Starts when the connection is open. `listen` makes this the listener of its queue. */
  open(ws: WebSocket<SocketData>, listen: (listener: Listener) => ListenerHandle): void {
    this.#ws = ws
    this.#handle = listen(this)
  }

  deliver(events: readonly string[]): DeliveryResult {
    const ws = this.#ws
    if (ws === undefined) return 'done'
    const frame = this.#frames.of(events)
    const status = ws.send(frame, false, frame.length > WORTH_COMPRESSING)
    this.#isFull = status !== SENT && ws.getBufferedAmount() > FULL_AT
    return this.#isFull ? 'full' : 'more'
  }

  end(reason: EndReason): void {
    this.#close(CLOSINGS[reason])
  }

  /** Called when buffered bytes have been sent; resumes once enough have drained. */
  drained(): void {
    if (!this.#isFull || this.#ws === undefined || this.#ws.getBufferedAmount() > FULL_AT / 2) return
    this.#isFull = false
    this.#handle?.resume()
  }

  received(message: ArrayBuffer, isBinary: boolean): void {
    if (isBinary) this.#close(BINARY_FRAME)
    else if (message.byteLength > MAX_ACKNOWLEDGEMENT) this.#close(FRAME_TOO_LARGE)
    else {
      const id = acknowledgedIn(Buffer.from(message).toString())
      if (id === undefined) this.#close(NOT_AN_ACKNOWLEDGEMENT)
      else if (this.#handle?.acknowledge(id) === false) this.#close(UNKNOWN_POSITION)
    }
  }

  /** Called when the connection is closed. The socket may not be used afterwards. */
  closed(): void {
    this.#ws = undefined
    this.#handle?.abandon()
    this.#handle = undefined
  }

  #close({ code, reason }: Closing): void {
    this.#ws?.end(code, reason)
  }
}

/** The id in an acknowledgement; undefined for anything else. Ignores unknown fields, for later versions. */
function acknowledgedIn(text: string): EventId | undefined {
  try {
    const id: unknown = (JSON.parse(text) as { last_event_id?: unknown } | null)?.last_event_id
    return typeof id === 'number' && Number.isSafeInteger(id) && id >= -1 ? eventIdFrom(id) : undefined
  } catch {
    return undefined
  }
}
