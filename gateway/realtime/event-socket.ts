import type { WebSocket } from 'uWebSockets.js'
import { WORTH_COMPRESSING } from '../http/compression.ts'
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
import type { Ending, Listener, Taken } from './listener.ts'

/** Bytes that may wait for the client's network: beyond, nothing is written until they have drained. */
const FULL_AT = 128 * 1024
/** Longest acknowledgement, in bytes. */
export const MAX_ACKNOWLEDGEMENT = 1024

/** What uWebSockets.js keeps with the connection. */
export interface SocketData {
  readonly socket: EventSocket
}

/** The gateway's side of one WebSocket: frames of events go out, acknowledgements come in. */
export class EventSocket implements Listener {
  readonly #frames: Frames
  #ws: WebSocket<SocketData> | undefined
  #hearing: ListenerHandle | undefined
  #isFull = false

  /** `frames`: those of all sockets of the gateway. */
  constructor(frames: Frames) {
    this.#frames = frames
  }

  /** The connection is open; `hear` makes this the listener of its queue. */
  open(ws: WebSocket<SocketData>, hear: (listener: Listener) => ListenerHandle): void {
    this.#ws = ws
    this.#hearing = hear(this)
  }

  deliver(events: readonly string[]): Taken {
    const ws = this.#ws
    if (ws === undefined) return 'done'
    const frame = this.#frames.of(events)
    ws.send(frame, false, frame.length > WORTH_COMPRESSING)
    this.#isFull = ws.getBufferedAmount() > FULL_AT
    return this.#isFull ? 'full' : 'more'
  }

  end(why: Ending): void {
    this.#close(CLOSINGS[why])
  }

  /** What was buffered has gone out, or some of it. */
  drained(): void {
    if (!this.#isFull || this.#ws === undefined || this.#ws.getBufferedAmount() > FULL_AT / 2) return
    this.#isFull = false
    this.#hearing?.resume()
  }

  received(message: ArrayBuffer, isBinary: boolean): void {
    if (isBinary) this.#close(BINARY_FRAME)
    else if (message.byteLength > MAX_ACKNOWLEDGEMENT) this.#close(FRAME_TOO_LARGE)
    else {
      const id = acknowledgedIn(Buffer.from(message).toString())
      if (id === undefined) this.#close(NOT_AN_ACKNOWLEDGEMENT)
      else if (this.#hearing?.acknowledge(id) === false) this.#close(UNKNOWN_POSITION)
    }
  }

  /** The connection is closed: nothing of it may be touched any more. */
  closed(): void {
    this.#ws = undefined
    this.#hearing?.abandon()
    this.#hearing = undefined
  }

  #close({ code, reason }: Closing): void {
    this.#ws?.end(code, reason)
  }
}

/** Fields that are not known here are left for versions that know them. */
function acknowledgedIn(text: string): EventId | undefined {
  try {
    const id: unknown = (JSON.parse(text) as { last_event_id?: unknown } | null)?.last_event_id
    return typeof id === 'number' && Number.isSafeInteger(id) && id >= -1 ? eventIdFrom(id) : undefined
  } catch {
    return undefined
  }
}
