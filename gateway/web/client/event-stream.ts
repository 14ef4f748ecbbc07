import { SocketClosed } from './event-socket.ts'

/** The events of an open connection. */
interface Listener {
  opened(): void
  /** Heartbeats are among the events. */
  received(events: readonly unknown[]): void
}

/** A stream brings nothing, because something on the way holds it back or does not know it. */
export class StreamBlocked extends Error {}

/** Closed by the server, which the client should connect to again, as a WebSocket would say it. */
const GOING_AWAY = 1001
const BROKEN = 1006

/**
 * Reads Server-Sent Events from the body of an answer and hands them over. Rejects with SocketClosed,
 * with the same code as a WebSocket, or with the reason of `signal`.
 */
export async function listenOnStream(
  body: ReadableStream<Uint8Array>,
  listener: Listener,
  signal: AbortSignal,
): Promise<never> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  let isOpen = false
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        signal.throwIfAborted()
        throw new SocketClosed(BROKEN, 'the stream broke', isOpen)
      })
      if (done) throw new SocketClosed(GOING_AWAY, 'the stream ended', isOpen)
      if (!isOpen) listener.opened()
      isOpen = true
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n')
      rest = blocks.pop()!
      const events = blocks.flatMap(eventsIn)
      if (events.length > 0) listener.received(events)
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

/**
 * The event of a block, or a heartbeat for one that has an id only. Throws SocketClosed for the event `end`.
 */
function eventsIn(block: string): unknown[] {
  const fields = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string]))
  const data = fields.get('data')
  if (fields.get('event') === 'end' && data !== undefined) {
    const { code, reason } = JSON.parse(data) as { code: number; reason: string }
    throw new SocketClosed(code, reason, true)
  }
  if (data !== undefined) return [JSON.parse(data)]
  return fields.has('id') ? [{ type: 'heartbeat', id: Number(fields.get('id')) }] : []
}
