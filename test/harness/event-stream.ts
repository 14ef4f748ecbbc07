import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { Body, Client } from './client.ts'
import { StreamBlocks } from './stream-blocks.ts'

/** The gateway refused a stream. */
export class StreamRefused extends Error {
  readonly status: number
  readonly body: Body

  constructor(status: number, body: Body) {
    super(`${status} ${JSON.stringify(body)}`)
    this.status = status
    this.body = body
  }
}

/** A client of Server-Sent Events that keeps what it received. */
export class EventStreamClient {
  readonly events: Body[] = []
  readonly comments: string[] = []
  readonly response: IncomingMessage
  /** What the event `end` says; undefined when the stream ended without one. */
  readonly ended: Promise<{ code: number; reason: string } | undefined>
  lastEventId: number | undefined
  /** Called with each event. */
  onEvent: ((event: Body) => void) | undefined
  readonly #request: ClientRequest
  readonly #changed = new Set<() => void>()

  private constructor(sent: ClientRequest, response: IncomingMessage) {
    this.#request = sent
    this.response = response
    const blocks = new StreamBlocks()
    let end: { code: number; reason: string } | undefined
    response.setEncoding('utf8')
    response.on('data', (text: string) => {
      for (const { type, id, data, comments } of blocks.read(text)) {
        this.comments.push(...comments)
        this.lastEventId = id ?? this.lastEventId
        if (data === '') continue
        if (type === 'end') end = JSON.parse(data)
        else this.#take(JSON.parse(data))
      }
      for (const changed of this.#changed) changed()
    })
    response.on('error', () => undefined)
    this.ended = new Promise((resolve) => response.on('close', () => resolve(end)))
  }

  /** Opens a stream. Rejects with `StreamRefused` for an ordinary answer. */
  static open(
    client: Client,
    parameters: Record<string, unknown>,
    headers: Record<string, string> = {},
    prefix = '/api/v1',
  ): Promise<EventStreamClient> {
    const address = new URL(`${client.url}${prefix}/events/stream`)
    for (const [name, value] of Object.entries(parameters)) {
      address.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    }
    return new Promise((resolve, reject) => {
      const sent = request(address, { headers: { ...client.headers, ...headers }, agent: false })
      sent.on('error', reject)
      sent.on('response', async (response) => {
        if (response.headers['content-type'] === 'text/event-stream') {
          resolve(new EventStreamClient(sent, response))
          return
        }
        const text = (await response.setEncoding('utf8').toArray()).join('')
        reject(new StreamRefused(response.statusCode!, JSON.parse(text)))
      })
      sent.end()
    })
  }

  async waitFor(wanted: (event: Body) => boolean): Promise<Body> {
    for (;;) {
      const found = this.events.find(wanted)
      if (found !== undefined) return found
      await new Promise<void>((resolve) => {
        const changed = () => {
          this.#changed.delete(changed)
          resolve()
        }
        this.#changed.add(changed)
      })
    }
  }

  /** Breaks the connection. */
  close(): void {
    this.#request.destroy()
  }

  #take(event: Body): void {
    if (event.id !== this.lastEventId) throw new Error(`id ${this.lastEventId} of event ${event.id}`)
    this.events.push(event)
    this.onEvent?.(event)
  }
}
