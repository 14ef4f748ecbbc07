import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A parsed HTTP response. */
export interface RawResponse {
  readonly status: number
  /** Headers by lowercase name. The last one counts when a name occurs twice. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/**
 * A TCP connection that can send anything, as a hostile or broken client may. Bytes are Latin-1 characters.
 */
export class RawConnection {
  readonly socket: Socket
  received = ''

  constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (chunk) => {
      this.received += chunk.toString('latin1')
    })
    socket.on('error', () => {})
  }

  static async open(origin: string): Promise<RawConnection> {
    const { hostname, port } = new URL(origin)
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
    await once(socket, 'connect')
    return new RawConnection(socket)
  }

  write(text: string | Buffer): void {
    this.socket.write(typeof text === 'string' ? Buffer.from(text, 'latin1') : text)
  }

  /** Waits until the received text contains `text` or the connection ends. Returns the received text. */
  async until(text: string): Promise<string> {
    while (!this.received.includes(text) && !this.isOver) await sleep(5)
    return this.received
  }

  /** Waits until the connection ends. Returns the received text. */
  async ended(): Promise<string> {
    while (!this.isOver) await sleep(5)
    return this.received
  }

  /** Waits for `count` responses, or fewer if the connection ends before. */
  async responses(count: number, isHead = false): Promise<RawResponse[]> {
    for (;;) {
      const isOver = this.isOver
      const read = readResponses(this.received, isHead)
      if (read.length >= count || isOver) return read
      await sleep(5)
    }
  }

  get isOver(): boolean {
    return this.socket.readableEnded || this.socket.closed
  }

  close(): void {
    this.socket.destroy()
  }
}

/** Sends `text` on a new connection, waits for `count` responses or its end, and closes it. */
export async function exchange(
  origin: string,
  text: string | Buffer,
  { count = 1, isHead = false } = {},
): Promise<RawResponse[]> {
  const connection = await RawConnection.open(origin)
  connection.write(text)
  const responses = await connection.responses(count, isHead)
  connection.close()
  return responses
}

/** Returns the complete responses in `text`. Responses to HEAD have no body. */
function readResponses(text: string, isHead: boolean): RawResponse[] {
  const responses: RawResponse[] = []
  let rest = text
  for (;;) {
    const end = rest.indexOf('\r\n\r\n')
    if (end === -1) return responses
    const [line = '', ...fields] = rest.slice(0, end).split('\r\n')
    const headers = new Map(
      fields.map((field) => {
        const colon = field.indexOf(':')
        return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()]
      }),
    )
    const status = Number(line.split(' ')[1])
    const hasBody = !isHead && status >= 200 && status !== 204 && status !== 304
    const length = hasBody ? Number(headers.get('content-length') ?? rest.length - end - 4) : 0
    const bodyEnd = end + 4 + length
    if (rest.length < bodyEnd) return responses
    responses.push({ status, headers, body: rest.slice(end + 4, bodyEnd) })
    rest = rest.slice(bodyEnd)
  }
}
