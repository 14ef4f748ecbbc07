import { setTimeout as sleep } from 'node:timers/promises'
import { type Dispatcher, request } from 'undici'
import WebSocket from 'ws'
import type { Body } from '../harness/client.ts'
import { essence, isEphemeral } from './essence.ts'
import type { Random } from './random.ts'
import type { Person, Servers } from './servers.ts'

/** What a client registers with. */
export interface Wishes {
  readonly event_types?: readonly string[]
  readonly narrow?: readonly (readonly [string, string])[]
  readonly all_public_streams?: boolean
  readonly apply_markdown: boolean
  readonly client_capabilities: {
    readonly bulk_message_deletion: boolean
    readonly empty_topic_name: boolean
  }
}

/** What a client knew and was told from one registration on, until its queue was gone. */
export interface Life {
  /** `last_event_id` of the state it began with. */
  readonly first: number
  /** Milliseconds, when it began. */
  readonly since: number
  /** Channels that its user was subscribed to, by that state; undefined when it did not ask. */
  readonly subscribed: readonly number[] | undefined
  readonly told: { readonly id: number; readonly essence: string }[]
  /** It has all that it should have up to here. */
  cursor: number
  /** Milliseconds, when it was told that its queue was gone. */
  goneAt: number | undefined
}

interface Queue {
  readonly id: string
  readonly life: Life
}

/** Longer than a heartbeat takes to come, and than a process is held still. */
const PATIENCE_MS = 9_000
/** Ids of events, for each position of the log. */
export const IDS_PER_POSITION = 65_536
/** Close codes after which a client goes on as it was (docs/realtime.md "Close codes"). */
const GOES_ON = new Set([1001, 1005, 1006, 4001])

/**
 * A client as docs/realtime.md asks for: it stays live on one queue, by polls and WebSockets in turn, at any
 * gateway, and registers again when its queue is gone. It loses connections, answers and its patience.
 */
export class Listener {
  readonly name: string
  readonly person: Person
  readonly wishes: Wishes
  readonly lives: Life[] = []
  /** What no client should see. */
  readonly complaints: string[] = []
  readonly statuses = new Map<string, number>()
  readonly #servers: Servers
  readonly #random: Random
  readonly #agent: Dispatcher
  readonly #stop = new AbortController()
  /** Of the connection there is, to cut it. */
  #cut: (() => void) | undefined
  #socket: WebSocket | undefined
  /** Nothing is done to it on purpose any more. */
  #calm = false
  #running: Promise<void> | undefined

  constructor(
    name: string,
    person: Person,
    wishes: Wishes,
    servers: Servers,
    random: Random,
    agent: Dispatcher,
  ) {
    this.name = name
    this.person = person
    this.wishes = wishes
    this.#servers = servers
    this.#random = random
    this.#agent = agent
  }

  start(): void {
    this.#running = this.#run()
  }

  /** It is nice to itself from now on, so that it comes to an end. */
  calm(): void {
    this.#calm = true
    this.#socket?.resume()
  }

  /** The connection breaks. */
  cut(): void {
    this.#cut?.()
  }

  /** It does not read for a while, when it has a socket. */
  slow(milliseconds: number): void {
    const socket = this.#socket
    if (socket?.readyState !== WebSocket.OPEN) return
    socket.pause()
    setTimeout(() => socket.resume(), milliseconds)
  }

  hasAllUpTo(position: number): boolean {
    const life = this.lives.at(-1)
    return life !== undefined && life.goneAt === undefined && life.cursor >= position * IDS_PER_POSITION
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
        // It sleeps, or is without a network.
        else if (!this.#calm && this.#random.chance(0.04)) await this.#wait(1_000, 20_000)
        else if (this.#random.chance(0.5)) queue = await this.#poll(queue)
        else queue = await this.#listen(queue)
      } catch (error) {
        if (this.#stop.signal.aborted) return
        this.#note(`error ${(error as { code?: string }).code ?? (error as Error).name}`)
        await this.#wait(20, 300)
      }
    }
  }

  async #register(): Promise<Queue | undefined> {
    const since = Date.now()
    const form = new URLSearchParams()
    for (const [name, value] of Object.entries(this.wishes)) form.set(name, JSON.stringify(value))
    const { status, body } = await this.#ask('POST', '/register', form.toString(), PATIENCE_MS)
    if (status !== 200) return undefined
    const life: Life = {
      first: body.last_event_id,
      since,
      subscribed: body.subscriptions?.map((one: { stream_id: number }) => one.stream_id),
      told: [],
      cursor: body.last_event_id,
      goneAt: undefined,
    }
    this.lives.push(life)
    return { id: body.queue_id, life }
  }

  /** Returns the queue, or nothing when it is gone. */
  async #poll(queue: Queue): Promise<Queue | undefined> {
    const { life } = queue
    const query = `queue_id=${queue.id}&last_event_id=${life.cursor}&dont_block=${this.#random.chance(0.1)}`
    const gives = !this.#calm && this.#random.chance(0.15) ? this.#random.int(1, 3_000) : PATIENCE_MS
    const { status, body } = await this.#ask('GET', `/events?${query}`, undefined, gives)
    if (status === 200) {
      // An answer that never comes, as far as the client knows.
      if (this.#calm || !this.#random.chance(0.05)) this.#take(life, body.events)
    } else if (body?.code === 'BAD_EVENT_QUEUE_ID') return this.#gone(life)
    else await this.#wait(20, 200)
    return queue
  }

  /** As `poll`, for as long as a socket is open. */
  async #listen(queue: Queue): Promise<Queue | undefined> {
    const { life } = queue
    const address = new URL(this.#random.pick(this.#servers.gateways).url.replace('http', 'ws'))
    address.pathname = '/api/v1/events/ws'
    address.search = `queue_id=${queue.id}&last_event_id=${life.cursor}`
    const socket = new WebSocket(address, {
      headers: { authorization: this.person.authorization, host: 'localhost' },
      handshakeTimeout: PATIENCE_MS,
    })
    this.#socket = socket
    this.#cut = () => socket.terminate()
    let isCurrent = true
    let patience = this.#patience(() => socket.terminate())
    const switchAt = Date.now() + this.#random.int(50, this.#calm ? 60_000 : 12_000)
    const leaves = this.#random.pick(['close', 'terminate', 'forget'] as const)
    const outcome = await new Promise<number | 'gone' | 'refused' | 'left'>((resolve) => {
      const timer = setTimeout(() => resolve('left'), switchAt - Date.now())
      const done = (how: number | 'gone' | 'refused') => {
        clearTimeout(timer)
        resolve(how)
      }
      socket.on('message', (data) => {
        if (!isCurrent) return
        patience.refresh()
        this.#take(life, JSON.parse(String(data)).events)
        if (this.#random.chance(0.1)) socket.send(JSON.stringify({ last_event_id: life.cursor }))
      })
      socket.on('close', (code, reason) => {
        if (!GOES_ON.has(code) && code !== 4000 && code !== 1000)
          this.complaints.push(`closed: ${code} ${reason}`)
        this.#note(`close ${code}`)
        done(code === 4000 ? 'gone' : code)
      })
      socket.on('error', () => undefined)
      socket.on('unexpected-response', async (_request, response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk as Buffer)
        const body = parse(Buffer.concat(chunks).toString())
        this.#judge('GET', '/events/ws', response.statusCode!, body)
        done(body?.code === 'BAD_EVENT_QUEUE_ID' ? 'gone' : 'refused')
      })
    })
    clearTimeout(patience)
    isCurrent = false
    patience = undefined as never
    this.#socket = undefined
    this.#cut = undefined
    if (outcome === 'left') {
      if (leaves === 'close') socket.close(1000)
      else if (leaves === 'terminate') socket.terminate()
      // One that is forgotten lingers beside the next one, which replaces it.
      else setTimeout(() => socket.terminate(), 5_000)
    }
    if (outcome === 'gone') return this.#gone(life)
    if (outcome === 'refused' || outcome === 1006) await this.#wait(20, 300)
    return queue
  }

  #take(life: Life, events: readonly { id: number; type: string }[]): void {
    for (const event of events) {
      // Whatever the event is: ids strictly increase within a queue.
      if (event.id <= life.cursor)
        this.complaints.push(`${event.id} (${essence(event)}) after ${life.cursor}`)
      if (!isEphemeral(event)) life.told.push({ id: event.id, essence: essence(event) })
      life.cursor = Math.max(life.cursor, event.id)
    }
  }

  #gone(life: Life): undefined {
    life.goneAt = Date.now()
    return undefined
  }

  async #ask(method: 'GET' | 'POST', path: string, body: string | undefined, patienceMs: number) {
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(), patienceMs)
    this.#cut = () => abort.abort()
    try {
      const response = await request(`${this.#random.pick(this.#servers.gateways).url}/api/v1${path}`, {
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
      this.#judge(method, path, response.statusCode, parsed)
      return { status: response.statusCode, body: parsed }
    } finally {
      clearTimeout(timer)
      this.#cut = undefined
    }
  }

  #judge(method: string, path: string, status: number, body: Body): void {
    this.#note(`${method} ${path.split('?')[0]} ${status}${body?.code ? ` ${body.code}` : ''}`)
    const isKnown = status === 200 || status >= 500 || body?.code === 'BAD_EVENT_QUEUE_ID'
    if (!isKnown) this.complaints.push(`${method} ${path}: ${status} ${JSON.stringify(body)}`)
  }

  #patience(giveUp: () => void): NodeJS.Timeout {
    return setTimeout(giveUp, PATIENCE_MS)
  }

  #wait(least: number, most: number): Promise<void> {
    return sleep(this.#random.int(least, most), undefined, { signal: this.#stop.signal }).catch(
      () => undefined,
    )
  }

  #note(what: string): void {
    this.statuses.set(what, (this.statuses.get(what) ?? 0) + 1)
  }
}

function parse(text: string): Body {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
