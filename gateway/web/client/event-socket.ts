/**
 * The part of a WebSocket that the client uses: of a browser, of Node 22 and newer, or of the package `ws`.
 */
export interface SocketLike {
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((event: { readonly data: unknown }) => void) | null
  onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null
  onerror: (() => void) | null
}

export type SocketConstructor = new (address: string) => SocketLike

/** The WebSocket of this browser or this Node; undefined in Node 20. */
export const globalSocket = (): SocketConstructor | undefined =>
  (globalThis as unknown as { readonly WebSocket?: SocketConstructor }).WebSocket

/** A WebSocket is closed. `wasOpen` is false when it never opened. */
export class SocketClosed extends Error {
  readonly code: number
  readonly wasOpen: boolean

  constructor(code: number, reason: string, wasOpen: boolean) {
    super(`The WebSocket closed: ${code} ${reason}`)
    this.code = code
    this.wasOpen = wasOpen
  }
}

/** The frames of a connection that is open. */
interface Listener {
  opened(socket: SocketLike): void
  received(events: readonly unknown[]): void
}

/**
 * Opens a WebSocket and hands over arriving events. Rejects with SocketClosed, or with the reason of
 * `signal`.
 */
export function listenOnSocket(
  Socket: SocketConstructor,
  address: string,
  listener: Listener,
  signal: AbortSignal,
): Promise<never> {
  return new Promise((_, reject) => {
    const socket = new Socket(address)
    let isOpen = false
    const end = (error: unknown) => {
      signal.removeEventListener('abort', abort)
      socket.onopen = null
      socket.onmessage = null
      socket.onclose = null
      // A socket that is closed before it opens still reports an error; `ws` needs somebody to hear it.
      socket.onerror = () => undefined
      reject(error)
    }
    const abort = () => {
      end(signal.reason)
      socket.close()
    }
    socket.onopen = () => {
      isOpen = true
      listener.opened(socket)
    }
    socket.onmessage = ({ data }) => {
      try {
        const frame = JSON.parse(String(data)) as { readonly events?: readonly unknown[] }
        listener.received(frame.events ?? [])
      } catch (error) {
        end(error)
        socket.close()
      }
    }
    socket.onerror = () => undefined
    socket.onclose = ({ code, reason }) => end(new SocketClosed(code, reason, isOpen))
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}
