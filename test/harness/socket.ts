import WebSocket, { type ClientOptions } from 'ws'
import { type Body, type Client, docsUrlOf } from './client.ts'
import { cursorAfter } from './event-ids.ts'
import { record } from './recorder.ts'

export interface SocketOptions {
  readonly queueId: string
  readonly lastEventId: number
  /** Replaces the client's credentials. */
  readonly ticket?: string
  readonly options?: ClientOptions
}

/** The gateway refused the upgrade with an ordinary HTTP answer. */
export class Refused extends Error {
  readonly status: number
  readonly body: Body
  /** The link to the reference in the headers. */
  readonly docsUrl: string | undefined

  constructor(status: number, body: Body, docsUrl?: string) {
    super(`${status} ${JSON.stringify(body)}`)
    this.status = status
    this.body = body
    this.docsUrl = docsUrl
  }
}

/** A WebSocket client that keeps the events it received and how the connection ended. */
export class Socket {
  /** Events of each frame. */
  readonly frames: Body[][] = []
  readonly events: Body[] = []
  readonly ws: WebSocket
  /** Code and reason of the close; 1006 when the connection broke. */
  readonly closed: Promise<{ code: number; reason: string }>
  lastEventId: number
  /** Called with the events of each frame. */
  onEvents: ((events: readonly Body[]) => void) | undefined
  readonly #changed = new Set<() => void>()

  private constructor(ws: WebSocket, lastEventId: number) {
    this.ws = ws
    this.lastEventId = lastEventId
    this.closed = new Promise((resolve) =>
      ws.on('close', (code, reason) => resolve({ code, reason: reason.toString() })),
    )
    ws.on('message', (data, isBinary) => this.#receive(data.toString(), isBinary))
  }

  /** Opens the WebSocket of a queue. Rejects with `Refused` when the gateway refuses the upgrade. */
  static open(client: Client, socket: SocketOptions): Promise<Socket> {
    const { queueId, lastEventId, ticket } = socket
    const address = new URL(`${client.url.replace('http', 'ws')}/api/v1/events/ws`)
    address.searchParams.set('queue_id', queueId)
    address.searchParams.set('last_event_id', String(lastEventId))
    if (ticket !== undefined) address.searchParams.set('ticket', ticket)
    const headers = { ...client.headers }
    if (ticket !== undefined) delete headers.authorization
    return Socket.openAt(address, { headers, ...socket.options }, lastEventId)
  }

  static openAt(address: URL, options: ClientOptions = {}, lastEventId = -1): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const ws = new WebSocket(address, options)
      // Listens before `open`, because frames may arrive with the answer to the upgrade.
      const socket = new Socket(ws, lastEventId)
      ws.on('open', () => resolve(socket))
      ws.on('error', reject)
      ws.on('unexpected-response', async (_request, response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk as Buffer)
        const body: Body = JSON.parse(Buffer.concat(chunks).toString())
        record('GET', address.pathname, response.statusCode!, body)
        const { link } = response.headers
        const docsUrl = docsUrlOf(new Headers(link === undefined ? {} : { link }))
        reject(new Refused(response.statusCode!, body, docsUrl))
      })
    })
  }

  get isOpen(): boolean {
    return this.ws.readyState === WebSocket.OPEN
  }

  acknowledge(lastEventId: number = this.lastEventId): void {
    this.ws.send(JSON.stringify({ last_event_id: lastEventId }))
  }

  of(type: string): Body[] {
    return this.events.filter((event) => event.type === type)
  }

  /** Resolves with the first event that fulfils `wanted`. Looks at former events too. */
  async waitFor(wanted: (event: Body) => boolean, timeoutMs = 45_000): Promise<Body> {
    const deadline = Date.now() + timeoutMs
    for (;;) {
      const found = this.events.find(wanted)
      if (found !== undefined) return found
      const left = deadline - Date.now()
      if (left <= 0) throw new Error(`no such event; got ${JSON.stringify(this.events).slice(0, 1000)}`)
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer)
          this.#changed.delete(done)
          resolve()
        }
        const timer = setTimeout(done, left)
        this.#changed.add(done)
      })
    }
  }

  async close(): Promise<void> {
    this.ws.close(1000)
    await this.closed
  }

  #receive(text: string, isBinary: boolean): void {
    if (isBinary) throw new Error('a binary frame')
    const { events, ...rest } = JSON.parse(text)
    if (Object.keys(rest).length > 0) throw new Error(`unknown fields in a frame: ${Object.keys(rest)}`)
    this.frames.push(events)
    this.lastEventId = cursorAfter(this.lastEventId, events)
    this.events.push(...events)
    this.onEvents?.(events)
    for (const wake of [...this.#changed]) wake()
  }
}
