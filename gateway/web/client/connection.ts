import type { Api } from './api.ts'
import {
  globalSocket,
  listenOnSocket,
  SocketClosed,
  type SocketConstructor,
  type SocketLike,
} from './event-socket.ts'
import { listenOnStream, StreamBlocked } from './event-stream.ts'
import type { LiveEvent } from './events.ts'
import { isOffline, onNetworkChange } from './network.ts'
import type { Answer, Parameters } from './operations.ts'
import { Outbox, type Sending, type Unsent } from './outbox.ts'
import { pause, upTo } from './pause.ts'
import { endingOf, isQueueGone, Recovery, SPREAD_MS, Stale, sessionEnded } from './recovery.ts'
import { RequestError } from './request-error.ts'
import type { Status, Transport } from './status.ts'

/** The state of the organization at one moment, as far as `register` asked for it. */
export type Snapshot = Answer<'POST /register'>

export interface ConnectOptions {
  /** The state to fetch and the events to get. Default: everything. */
  readonly register?: Parameters<'POST /register'>
  /**
   * A snapshot: at first, and again whenever events were missed for longer than the server keeps them. It
   * replaces everything known before.
   */
  readonly onState?: (snapshot: Snapshot) => void
  /** The events after the snapshot, in order, each once. */
  readonly onEvent?: (event: LiveEvent) => void
  readonly onStatus?: (status: Status) => void
  /** A message given to `send` was sent or failed. Comes before its event. */
  readonly onSending?: (sending: Sending) => void
  /** Instead of the global WebSocket; `false` for long polls only. Without any, events come by a stream. */
  readonly WebSocket?: SocketConstructor | false
}

const SECOND = 1000
/** How often the connection looks for silence. */
const CHECK_MS = 5 * SECOND
/** The server sends something every minute. */
const DEFAULT_SILENCE_SECONDS = 90
const ACKNOWLEDGE_MS = 30 * SECOND
const OPEN_MS = 15 * SECOND
/** Failures to open a WebSocket in a row after which the client uses a stream or polls, and for how long. */
const MAX_UNOPENED = 2
const SUBSTITUTE_MS = 5 * 60 * SECOND

interface Queue {
  readonly id: string
  /** Milliseconds after which a connection that brings nothing counts as lost. */
  readonly silenceMs: number
}

/**
 * One event queue of the server, followed as docs/realtime.md asks: by WebSocket, by a stream when WebSockets
 * do not open, by long polls when a stream brings nothing either, with one cursor through all lost
 * connections, and with a new registration when the server has forgotten the queue.
 */
export class Connection {
  readonly #api: Api
  readonly #options: ConnectOptions
  readonly #Socket: SocketConstructor | undefined
  readonly #closing = new AbortController()
  readonly #outbox: Outbox
  readonly #checks: ReturnType<typeof setInterval>
  readonly #stopHearing: () => void
  #status: Status = { name: 'connecting' }
  #queue: Queue | undefined
  #cursor = -1
  #acknowledged = { cursor: -1, at: 0 }
  #socket: SocketLike | undefined
  /** Ends the running request, WebSocket or wait. */
  #attempt = new AbortController()
  #heardAt = Date.now()
  /** When the newest attempt to connect began. */
  #begunAt = 0
  readonly #recovery = new Recovery()
  #unopened = 0
  /** Unix milliseconds until which WebSockets, and streams, are not tried. */
  #noSocketUntil = 0
  #noStreamUntil = 0

  constructor(api: Api, options: ConnectOptions) {
    this.#api = api
    this.#options = options
    const { WebSocket = globalSocket() } = options
    this.#Socket = WebSocket === false ? undefined : WebSocket
    this.#outbox = new Outbox(api, (sending) => this.#tell(() => options.onSending?.(sending)))
    this.#checks = setInterval(() => this.#check(), CHECK_MS)
    this.#stopHearing = onNetworkChange(() => this.reconnect())
    queueMicrotask(() => void this.#run())
  }

  get status(): Status {
    return this.#status
  }

  /**
   * Sends a message. It is sent once, whatever happens to the connection: the server knows a repeated attempt
   * by the queue and `localId`. Messages to the same conversation arrive in the order of the calls.
   */
  send(message: Unsent): Sending {
    const isWaiting = this.#status.name === 'reconnecting' && Date.now() - this.#begunAt > SECOND
    if (isWaiting) this.reconnect()
    return this.#outbox.add(message)
  }

  /** Connects again now, from the newest event, instead of waiting for the next attempt. */
  reconnect(): void {
    this.#attempt.abort(new Stale())
  }

  /** Ends the connection and deletes the queue. Calls no handler any more. */
  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return
    this.#stop(new RequestError('The connection was closed', { code: 'CLOSED' }))
    const queue = this.#queue
    if (queue !== undefined) {
      await this.#api.call('DELETE /events', { queue_id: queue.id }, { attempts: 1 }).catch(() => undefined)
    }
  }

  #stop(reason: RequestError): void {
    clearInterval(this.#checks)
    this.#stopHearing()
    this.#closing.abort(reason)
    this.#attempt.abort(reason)
    this.#outbox.stop(reason)
  }

  async #run(): Promise<void> {
    const closed = this.#closing.signal
    while (!closed.aborted) {
      this.#attempt = new AbortController()
      this.#begunAt = Date.now()
      try {
        if (isOffline()) await this.#untilOnline()
        if (this.#queue === undefined) await this.#register()
        if (closed.aborted) return
        await this.#follow()
      } catch (error) {
        if (closed.aborted) return
        const ending = endingOf(error)
        if (ending !== undefined) {
          this.#end(ending)
          return
        }
        await this.#recover(error)
      }
    }
  }

  /** Follows the queue in the best way that the network lets through. */
  #follow(): Promise<void> {
    const now = Date.now()
    if (this.#Socket !== undefined && now >= this.#noSocketUntil) return this.#listen(this.#Socket)
    const mayStream = this.#options.WebSocket !== false && now >= this.#noStreamUntil
    return mayStream ? this.#stream() : this.#poll()
  }

  async #untilOnline(): Promise<never> {
    this.#setStatus({ name: 'offline' })
    return pause(2 ** 31 - 1, this.#attempt.signal) as Promise<never>
  }

  async #register(): Promise<void> {
    const hadQueue = this.#cursor >= 0
    const { signal } = this.#attempt
    const snapshot = await this.#api.call('POST /register', this.#options.register, { signal, attempts: 1 })
    if (this.#closing.signal.aborted) return
    const { queue_id: id, last_event_id: cursor } = snapshot
    if (id === null && hadQueue) throw sessionEnded()
    this.#cursor = cursor
    this.#acknowledged = { cursor, at: Date.now() }
    this.#tell(() => this.#options.onState?.(snapshot))
    if (id === null) {
      this.#setStatus({ name: 'spectating' })
      this.#stop(new RequestError('Spectators get no events', { code: 'SPECTATING' }))
      return
    }
    const seconds = snapshot.event_queue_longpoll_timeout_seconds ?? DEFAULT_SILENCE_SECONDS
    this.#queue = { id, silenceMs: seconds * SECOND }
    this.#outbox.useQueue(id)
  }

  async #listen(Socket: SocketConstructor): Promise<void> {
    const { id } = this.#queue!
    const query = new URLSearchParams({ queue_id: id, last_event_id: String(this.#cursor) })
    const { signal } = this.#attempt
    const { kind, prefix } = this.#api.credentials
    if (kind === 'key') {
      const { ticket } = await this.#api.call(
        'POST /events/ticket',
        { queue_id: id },
        { signal, attempts: 1 },
      )
      query.set('ticket', ticket)
    }
    const opening = setTimeout(
      () => this.#attempt.abort(new SocketClosed(1006, 'not open in time', false)),
      OPEN_MS,
    )
    try {
      const address = this.#api.socketAddress(`${prefix}/events/ws?${query}`)
      const opened = (socket: SocketLike) => {
        clearTimeout(opening)
        this.#unopened = 0
        this.#socket = socket
        this.#live('websocket')
      }
      const received = (events: readonly unknown[]) => this.#deliver(events)
      await listenOnSocket(Socket, address, { opened, received }, signal)
    } catch (error) {
      if (!(error instanceof SocketClosed) || error.wasOpen) throw error
      await this.#unopenedSocket()
    } finally {
      clearTimeout(opening)
      this.#socket = undefined
    }
  }

  /** A browser does not tell why a WebSocket did not open. A poll does, and brings the waiting events. */
  async #unopenedSocket(): Promise<void> {
    this.#attempt = new AbortController()
    await this.#fetchEvents(true)
    this.#unopened++
    if (this.#unopened < MAX_UNOPENED) return
    // The next attempt, in some minutes, is a single one.
    this.#unopened = MAX_UNOPENED - 1
    this.#noSocketUntil = Date.now() + SUBSTITUTE_MS
  }

  async #stream(): Promise<void> {
    const query = new URLSearchParams({ queue_id: this.#queue!.id, last_event_id: String(this.#cursor) })
    const { signal } = this.#attempt
    const opening = setTimeout(() => this.#attempt.abort(new StreamBlocked('not open in time')), OPEN_MS)
    try {
      const opened = () => {
        clearTimeout(opening)
        this.#live('stream')
      }
      const received = (events: readonly unknown[]) => this.#deliver(events)
      await listenOnStream(await this.#api.stream(query, signal), { opened, received }, signal)
    } catch (error) {
      if (!isUnopenedStream(error)) throw error
      // A poll tells whether only streams are blocked.
      this.#attempt = new AbortController()
      await this.#fetchEvents(true)
      this.#noStreamUntil = Date.now() + SUBSTITUTE_MS
    } finally {
      clearTimeout(opening)
    }
  }

  async #poll(): Promise<void> {
    await this.#fetchEvents(this.#status.name !== 'live')
  }

  async #fetchEvents(dontBlock: boolean): Promise<void> {
    const { signal } = this.#attempt
    const { id, silenceMs } = this.#queue!
    const begun = Date.now()
    const { events } = await this.#api.call(
      'GET /events',
      { queue_id: id, last_event_id: this.#cursor, dont_block: dontBlock },
      { signal, attempts: 1, timeoutMs: silenceMs },
    )
    if (this.#closing.signal.aborted) return
    this.#live('polling')
    this.#deliver(events)
    // The server ends a poll early when it closes or when another poll takes the queue: the next one waits a
    // little.
    if (events.length === 0 && !dontBlock && Date.now() - begun < SECOND) await pause(upTo(SPREAD_MS), signal)
  }

  #live(transport: Transport): void {
    this.#heardAt = Date.now()
    const { name } = this.#status
    if (name !== 'live' || this.#status.transport !== transport) this.#setStatus({ name: 'live', transport })
  }

  /** Hands over the events beyond the cursor. */
  #deliver(events: readonly unknown[]): void {
    this.#heardAt = Date.now()
    this.#recovery.succeeded()
    for (const event of events as readonly (
      | LiveEvent
      | { readonly type: 'heartbeat'; readonly id: number }
    )[]) {
      if (this.#closing.signal.aborted) return
      if (event.id <= this.#cursor) continue
      this.#cursor = event.id
      if (event.type === 'heartbeat') continue
      if (event.type === 'message' && event.local_message_id !== undefined) {
        this.#outbox.confirm(event.local_message_id, event.message.id)
      }
      this.#tell(() => this.#options.onEvent?.(event))
    }
  }

  /**
   * Notices that the connection is silent for too long: also after a laptop's sleep, because wall time goes
   * on in it.
   */
  #check(): void {
    const now = Date.now()
    if (this.#queue === undefined || this.#status.name !== 'live') return
    if (now - this.#heardAt > this.#queue.silenceMs) this.reconnect()
    else if (this.#socket !== undefined && now - this.#acknowledged.at >= ACKNOWLEDGE_MS) {
      if (this.#acknowledged.cursor !== this.#cursor) {
        this.#socket.send(JSON.stringify({ last_event_id: this.#cursor }))
      }
      this.#acknowledged = { cursor: this.#cursor, at: now }
    }
  }

  /** Waits for the time after which to try again. */
  async #recover(error: unknown): Promise<void> {
    const wait = this.#recovery.waitAfter(error)
    if (isQueueGone(error)) this.#queue = undefined
    this.#attempt = new AbortController()
    if (this.#status.name !== 'connecting') {
      this.#setStatus({ name: 'reconnecting', retryAt: Math.round(Date.now() + wait) })
    }
    if (wait === 0) return
    await pause(wait, this.#attempt.signal).catch(() => undefined)
  }

  #end(error: RequestError): void {
    this.#setStatus({ name: 'ended', error })
    this.#stop(error)
  }

  #setStatus(status: Status): void {
    this.#status = status
    this.#outbox.setLive(status.name === 'live')
    this.#tell(() => this.#options.onStatus?.(status))
  }

  /** Calls a handler. Its error is the program's, not the connection's: it goes where uncaught errors go. */
  #tell(handler: () => void): void {
    try {
      handler()
    } catch (error) {
      queueMicrotask(() => {
        throw error
      })
    }
  }
}

/** Whether no byte of a stream has arrived, for a reason that the server did not name. */
const isUnopenedStream = (error: unknown): boolean =>
  error instanceof StreamBlocked ||
  (error instanceof SocketClosed && !error.wasOpen) ||
  (error instanceof RequestError && error.code === 'NETWORK_ERROR')
