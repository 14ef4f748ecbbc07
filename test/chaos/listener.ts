import { setTimeout as sleep } from 'node:timers/promises'
import { type Dispatcher, request } from 'undici'
import WebSocket from 'ws'
import type { Body } from '../harness/client.ts'
import { StreamBlocks } from '../harness/stream-blocks.ts'
import { isEphemeral, summarizeEvent } from './event-summary.ts'
import type { Fleet, Person } from './fleet.ts'
import type { Random } from './random.ts'

/** The parameters with which a client registers. */
export interface Registration {
  readonly event_types?: readonly string[]
  readonly narrow?: readonly (readonly [string, string])[]
  readonly all_public_streams?: boolean
  readonly apply_markdown: boolean
  readonly client_capabilities: {
    readonly bulk_message_deletion: boolean
    readonly empty_topic_name: boolean
  }
}

/** The events of a client from one registration until it lost its queue. */
export interface Session {
  /** `last_event_id` of the state that the registration returned. */
  readonly first: number
  /** Start in Unix milliseconds. */
  readonly since: number
  /** The user's subscriptions in that state; undefined when the client did not ask for them. */
  readonly subscribed: readonly number[] | undefined
  readonly received: { readonly id: number; readonly summary: string }[]
  /** The newest event id that the client has received. */
  cursor: number
  /** When a gateway reported that the queue does not exist, in Unix milliseconds. */
  lostAt: number | undefined
}

interface Pausable {
  readonly pause: () => void
  readonly resume: () => void
}

interface Queue {
  readonly id: string
  readonly session: Session
}

/** Timeout of requests and sockets. It is longer than the interval of heartbeats. */
const TIMEOUT_MS = 9_000
/** Number of event ids for each position of the log. */
export const IDS_PER_POSITION = 65_536
/** Close codes after which a client keeps its queue (docs/realtime.md "Close codes"). */
const KEEPS_QUEUE = new Set([1001, 1005, 1006, 4001])

/** The ways in which a client gets the events of its queue. */
export const TRANSPORTS = ['poll', 'WebSocket', 'stream'] as const
type Transport = (typeof TRANSPORTS)[number]

/**
 * A client that follows docs/realtime.md. It reads one queue by polls, WebSockets and Server-Sent Events at
 * any gateway, and registers again when the queue no longer exists. On purpose, it breaks connections,
 * ignores answers and uses short timeouts.
 */
export class Listener {
  readonly name: string
  readonly person: Person
  readonly registration: Registration
  readonly sessions: Session[] = []
  /** Violations of the protocol that the client saw. */
  readonly violations: string[] = []
  readonly statuses = new Map<string, number>()
  /** Number of events in the log that each transport has brought. */
  readonly brought: Record<Transport, number> = { poll: 0, WebSocket: 0, stream: 0 }
  readonly #fleet: Fleet
  readonly #random: Random
  readonly #agent: Dispatcher
  readonly #stop = new AbortController()
  /** Breaks the current connection. */
  #cut: (() => void) | undefined
  /** The open WebSocket or stream, whose reading can be paused. */
  #reading: Pausable | undefined
  /** Whether the client no longer causes faults on purpose. */
  #isCalm = false
  #running: Promise<void> | undefined

  constructor(
    name: string,
    person: Person,
    registration: Registration,
    fleet: Fleet,
    random: Random,
    agent: Dispatcher,
  ) {
    this.name = name
    this.person = person
    this.registration = registration
    this.#fleet = fleet
    this.#random = random
    this.#agent = agent
  }

  start(): void {
    this.#running = this.#run()
  }

  /** Stops causing faults on purpose, so that the client can catch up. */
  calm(): void {
    this.#isCalm = true
    this.#reading?.resume()
  }

  /** Breaks the connection from outside. */
  cut(): void {
    this.#cut?.()
  }

  /** Stops reading the WebSocket or stream for a while, if one is open. */
  slow(milliseconds: number): void {
    const reading = this.#reading
    if (reading === undefined) return
    reading.pause()
    setTimeout(() => reading.resume(), milliseconds)
  }

  /** Whether the client has received all events up to a position of the log. */
  hasAllUpTo(position: number): boolean {
    const session = this.sessions.at(-1)
    return (
      session !== undefined && session.lostAt === undefined && session.cursor >= position * IDS_PER_POSITION
    )
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    this.#cut?.()
    await this.#running
  }

  async #run(): Promise<void> {
    let queue: Queue | undefined
    while (!this.#stop.signal.aborted) {
      try {
        queue ??= await this.#register()
        if (queue === undefined) await this.#wait(100, 500)
        // Imitates a client that sleeps or has no network.
        else if (!this.#isCalm && this.#random.chance(0.04)) await this.#wait(1_000, 20_000)
        else queue = await this.#readBy(this.#random.pick(TRANSPORTS), queue)
      } catch (error) {
        if (this.#stop.signal.aborted) return
        this.#count(`error ${(error as { code?: string }).code ?? (error as Error).name}`)
        await this.#wait(20, 300)
      }
    }
  }

  /** Reads the queue by a transport for a while. Returns undefined when the queue no longer exists. */
  #readBy(transport: Transport, queue: Queue): Promise<Queue | undefined> {
    if (transport === 'poll') return this.#poll(queue)
    return transport === 'WebSocket' ? this.#listen(queue) : this.#stream(queue)
  }

  async #register(): Promise<Queue | undefined> {
    const since = Date.now()
    const form = new URLSearchParams()
    for (const [name, value] of Object.entries(this.registration)) form.set(name, JSON.stringify(value))
    const { status, body } = await this.#request('POST', '/register', form.toString(), TIMEOUT_MS)
    if (status !== 200) return undefined
    const session: Session = {
      first: body.last_event_id,
      since,
      subscribed: body.subscriptions?.map((channel: { stream_id: number }) => channel.stream_id),
      received: [],
      cursor: body.last_event_id,
      lostAt: undefined,
    }
    this.sessions.push(session)
    return { id: body.queue_id, session }
  }

  /** Polls once. Returns the queue, or undefined when it no longer exists. */
  async #poll(queue: Queue): Promise<Queue | undefined> {
    const { session } = queue
    const query = `queue_id=${queue.id}&last_event_id=${session.cursor}&dont_block=${this.#random.chance(0.1)}`
    const timeoutMs = !this.#isCalm && this.#random.chance(0.15) ? this.#random.int(1, 3_000) : TIMEOUT_MS
    const { status, body } = await this.#request('GET', `/events?${query}`, undefined, timeoutMs)
    if (status === 200) {
      // Sometimes ignores an answer, as if it had been lost.
      if (this.#isCalm || !this.#random.chance(0.05)) this.#receive(session, 'poll', body.events)
    } else if (body?.code === 'BAD_EVENT_QUEUE_ID') return this.#loseQueue(session)
    else await this.#wait(20, 200)
    return queue
  }

  /** As `#poll`, by a WebSocket, until the socket closes or the client leaves it. */
  async #listen(queue: Queue): Promise<Queue | undefined> {
    const { session } = queue
    const address = new URL(this.#random.pick(this.#fleet.gateways).url.replace('http', 'ws'))
    address.pathname = '/api/v1/events/ws'
    address.search = `queue_id=${queue.id}&last_event_id=${session.cursor}`
    const socket = new WebSocket(address, {
      headers: { authorization: this.person.authorization, host: 'localhost' },
      handshakeTimeout: TIMEOUT_MS,
    })
    socket.on('open', () => {
      if (isCurrent) this.#reading = socket
    })
    this.#cut = () => socket.terminate()
    let isCurrent = true
    const timeout = setTimeout(() => socket.terminate(), TIMEOUT_MS)
    const switchAt = Date.now() + this.#random.int(50, this.#isCalm ? 60_000 : 12_000)
    const exit = this.#random.pick(['close', 'terminate', 'forget'] as const)
    const outcome = await new Promise<number | 'gone' | 'refused' | 'left'>((resolve) => {
      const timer = setTimeout(() => resolve('left'), switchAt - Date.now())
      const finish = (result: number | 'gone' | 'refused') => {
        clearTimeout(timer)
        resolve(result)
      }
      socket.on('message', (data) => {
        if (!isCurrent) return
        timeout.refresh()
        this.#receive(session, 'WebSocket', JSON.parse(String(data)).events)
        if (this.#random.chance(0.1)) socket.send(JSON.stringify({ last_event_id: session.cursor }))
      })
      socket.on('close', (code, reason) => {
        if (!KEEPS_QUEUE.has(code) && code !== 4000 && code !== 1000)
          this.violations.push(`closed: ${code} ${reason}`)
        this.#count(`close ${code}`)
        finish(code === 4000 ? 'gone' : code)
      })
      socket.on('error', () => undefined)
      socket.on('unexpected-response', async (_request, response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk as Buffer)
        const body = parse(Buffer.concat(chunks).toString())
        this.#checkAnswer('GET', '/events/ws', response.statusCode!, body)
        finish(body?.code === 'BAD_EVENT_QUEUE_ID' ? 'gone' : 'refused')
      })
    })
    clearTimeout(timeout)
    isCurrent = false
    this.#reading = undefined
    this.#cut = undefined
    if (outcome === 'left') {
      if (exit === 'close') socket.close(1000)
      else if (exit === 'terminate') socket.terminate()
      // A forgotten socket stays open for a while beside the next one, which replaces it.
      else setTimeout(() => socket.terminate(), 5_000)
    }
    if (outcome === 'gone') return this.#loseQueue(session)
    if (outcome === 'refused' || outcome === 1006) await this.#wait(20, 300)
    return queue
  }

  /** As `#listen`, by Server-Sent Events. The cursor is a parameter or the header `Last-Event-ID`. */
  async #stream(queue: Queue): Promise<Queue | undefined> {
    const { session } = queue
    const abort = new AbortController()
    const timeout = setTimeout(() => abort.abort(), TIMEOUT_MS)
    this.#cut = () => abort.abort()
    const isInHeader = this.#random.chance(0.5)
    const cursor = isInHeader ? '' : `&last_event_id=${session.cursor}`
    const exit = this.#random.pick(['abort', 'forget'] as const)
    const leaves = setTimeout(
      () => (exit === 'abort' ? abort.abort() : left.abort()),
      this.#random.int(50, this.#isCalm ? 60_000 : 12_000),
    )
    /** The client leaves a stream that stays open for a while beside the next connection. */
    const left = new AbortController()
    let end: { readonly code: number; readonly reason: string } | undefined
    try {
      const address = `${this.#random.pick(this.#fleet.gateways).url}/api/v1/events/stream?queue_id=${queue.id}${cursor}`
      const response = await request(address, {
        dispatcher: this.#agent,
        signal: abort.signal,
        headers: {
          authorization: this.person.authorization,
          host: 'localhost',
          ...(isInHeader ? { 'last-event-id': String(session.cursor) } : {}),
        },
      })
      if (response.headers['content-type'] !== 'text/event-stream') {
        const body = parse(await response.body.text())
        this.#checkAnswer('GET', '/events/stream', response.statusCode, body)
        if (body?.code === 'BAD_EVENT_QUEUE_ID') return this.#loseQueue(session)
        await this.#wait(20, 300)
        return queue
      }
      this.#count(`GET /events/stream ${response.statusCode}`)
      this.#reading = response.body
      end = await new Promise((resolve) => {
        const blocks = new StreamBlocks()
        response.body.setEncoding('utf8')
        response.body.on('data', (text: string) => {
          if (left.signal.aborted) return
          timeout.refresh()
          for (const { type, id, data } of blocks.read(text)) {
            if (type === 'end') return resolve(JSON.parse(data))
            if (id === undefined) continue // The first block says when browsers connect again.
            const event = data === '' ? { id, type: 'heartbeat' } : JSON.parse(data)
            if (event.id !== id) this.violations.push(`an event ${event.id} has the id ${id} in the stream`)
            this.#receive(session, 'stream', [event])
          }
        })
        response.body.on('error', () => undefined)
        response.body.on('close', () => resolve(undefined))
        left.signal.addEventListener('abort', () => {
          setTimeout(() => abort.abort(), 5_000)
          resolve(undefined)
        })
      })
    } finally {
      clearTimeout(timeout)
      clearTimeout(leaves)
      this.#reading = undefined
      this.#cut = undefined
      if (!left.signal.aborted) abort.abort()
    }
    this.#count(`stream ended ${end?.code ?? 'without a reason'}`)
    if (end?.code === 4000) return this.#loseQueue(session)
    if (end !== undefined && !KEEPS_QUEUE.has(end.code)) {
      this.violations.push(`the stream ended: ${end.code} ${end.reason}`)
    }
    return queue
  }

  #receive(
    session: Session,
    transport: Transport,
    events: readonly { readonly id: number; readonly type: string }[],
  ): void {
    for (const event of events) {
      // The ids of all events of a queue strictly increase.
      if (event.id <= session.cursor)
        this.violations.push(`${event.id} (${summarizeEvent(event)}) after ${session.cursor} by ${transport}`)
      if (!isEphemeral(event)) {
        session.received.push({ id: event.id, summary: summarizeEvent(event) })
        this.brought[transport] += 1
      }
      session.cursor = Math.max(session.cursor, event.id)
    }
  }

  #loseQueue(session: Session): undefined {
    session.lostAt = Date.now()
    return undefined
  }

  async #request(method: 'GET' | 'POST', path: string, body: string | undefined, timeoutMs: number) {
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(), timeoutMs)
    this.#cut = () => abort.abort()
    try {
      const response = await request(`${this.#random.pick(this.#fleet.gateways).url}/api/v1${path}`, {
        method,
        body,
        dispatcher: this.#agent,
        signal: abort.signal,
        headers: {
          authorization: this.person.authorization,
          host: 'localhost',
          'content-type': 'application/x-www-form-urlencoded',
        },
      })
      const parsed = parse(await response.body.text())
      this.#checkAnswer(method, path, response.statusCode, parsed)
      return { status: response.statusCode, body: parsed }
    } finally {
      clearTimeout(timer)
      this.#cut = undefined
    }
  }

  #checkAnswer(method: string, path: string, status: number, body: Body): void {
    this.#count(`${method} ${path.split('?')[0]} ${status}${body?.code ? ` ${body.code}` : ''}`)
    const isKnown = status === 200 || status >= 500 || body?.code === 'BAD_EVENT_QUEUE_ID'
    if (!isKnown) this.violations.push(`${method} ${path}: ${status} ${JSON.stringify(body)}`)
  }

  #wait(minMs: number, maxMs: number): Promise<void> {
    return sleep(this.#random.int(minMs, maxMs), undefined, { signal: this.#stop.signal }).catch(
      () => undefined,
    )
  }

  #count(status: string): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
  }
}

function parse(text: string): Body {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
