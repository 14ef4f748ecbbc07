import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Body, Client } from './client.ts'
import { cursorAfter } from './event-ids.ts'
import { Refused, Socket } from './socket.ts'

/** The events of a client between one registration and the next. */
interface Session {
  /** The newest message of the state that the registration returned. */
  readonly newestInState: number
  /** Messages of the events, in their order. */
  readonly messageIds: number[]
}

/**
 * The code with which a gateway closes the WebSocket of a queue that no longer exists (docs/realtime.md
 * "Close codes").
 */
const QUEUE_IS_GONE = 4000

/**
 * A client that polls, or listens by WebSocket, as the protocol asks: it tries again after errors of the
 * server or the connection, and registers again when its queue no longer exists. It keeps the events after
 * each registration.
 */
export class LiveClient {
  readonly sessions: Session[] = []
  readonly #clients: readonly Client[]
  readonly #usesSocket: boolean
  #current = 0
  #stopped = false
  /** The first error in the order of event ids. */
  #idError: string | undefined
  readonly #abort = new AbortController()
  readonly #running: Promise<void>

  /** Several clients must be the same user at several gateways. */
  constructor(clients: readonly Client[], { usesSocket = false } = {}) {
    this.#clients = clients
    this.#usesSocket = usesSocket
    this.#running = this.#run()
  }

  get registrations(): number {
    return this.sessions.length
  }

  /** Resolves when the client has registered and its state or events include the message. */
  async knows(messageId = 0): Promise<void> {
    for (;;) {
      const session = this.sessions.at(-1)
      if (session && Math.max(session.newestInState, session.messageIds.at(-1) ?? 0) >= messageId) return
      await sleep(10)
    }
  }

  /**
   * Expects that the client missed no message: each session received every message after its state once and
   * in order, and the state of the next session includes them. `stored` lists all messages in order.
   */
  expectNoHole(stored: readonly number[]): void {
    let known = this.sessions[0]!.newestInState
    expect(this.#idError).toBeUndefined()
    for (const { newestInState, messageIds } of this.sessions) {
      expect(newestInState).toBeGreaterThanOrEqual(known)
      expect(messageIds).toEqual(stored.filter((id) => id > newestInState).slice(0, messageIds.length))
      known = messageIds.at(-1) ?? newestInState
    }
    expect(known).toBe(stored.at(-1))
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#abort.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    let queue: Body
    while (!this.#stopped) {
      try {
        queue ??= await this.#register()
        queue = await (this.#usesSocket ? this.#listen(queue) : this.#poll(queue))
      } catch {
        if (this.#stopped) return
        this.#current = (this.#current + 1) % this.#clients.length
        await sleep(20)
      }
    }
  }

  #cursorAfter(cursor: number, events: readonly Body[]): number {
    try {
      return cursorAfter(cursor, events)
    } catch (error) {
      this.#idError ??= (error as Error).message
      throw error
    }
  }

  async #register(): Promise<Body> {
    const client = this.#clients[this.#current]!
    const state = await client.ok(client.post('/register', { event_types: ['message'] }))
    this.sessions.push({ newestInState: state.max_message_id, messageIds: [] })
    return state
  }

  /** Returns the queue with its new position, or undefined when it no longer exists. */
  async #poll(queue: Body): Promise<Body> {
    const { queue_id, last_event_id } = queue
    const answer = await this.#clients[this.#current]!.get(
      '/events',
      { queue_id, last_event_id },
      this.#abort.signal,
    )
    if (answer.body.code === 'BAD_EVENT_QUEUE_ID') return undefined
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
    this.#take(answer.body.events)
    return { queue_id, last_event_id: this.#cursorAfter(last_event_id, answer.body.events) }
  }

  /** As `#poll`, by a WebSocket until it closes. Then the next gateway has its turn. */
  async #listen({ queue_id, last_event_id }: Body): Promise<Body> {
    const client = this.#clients[this.#current]!
    const opening = Socket.open(client, { queueId: queue_id, lastEventId: last_event_id })
    const socket = await opening.catch((error) => {
      if (error instanceof Refused && error.body.code === 'BAD_EVENT_QUEUE_ID') return undefined
      throw error
    })
    if (socket === undefined) return undefined
    const leave = () => socket.ws.terminate()
    if (this.#stopped) leave()
    this.#abort.signal.addEventListener('abort', leave)
    this.#take(socket.events) // those that came with the answer to the upgrade
    socket.onEvents = (events) => this.#take(events)
    const { code } = await socket.closed
    this.#abort.signal.removeEventListener('abort', leave)
    this.#current = (this.#current + 1) % this.#clients.length
    return code === QUEUE_IS_GONE ? undefined : { queue_id, last_event_id: socket.lastEventId }
  }

  #take(events: readonly Body[]): void {
    const session = this.sessions.at(-1)!
    for (const event of events) if (event.type === 'message') session.messageIds.push(event.message.id)
  }
}
