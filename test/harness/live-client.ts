import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Body, Client } from './client.ts'
import { cursorAfter } from './event-ids.ts'

/** What a client knows from one registration on: the newest message of its state, then the events. */
interface Life {
  readonly newestInState: number
  readonly messageIds: number[]
}

/**
 * A client that stays live as the protocol asks: it polls on, tries again after an error of the server or the
 * connection, and registers anew when its queue is gone. It remembers what each of its lives was told.
 */
export class LiveClient {
  readonly lives: Life[] = []
  readonly #clients: readonly Client[]
  #current = 0
  #stopped = false
  /** What was wrong with the ids of events. */
  #wrong: string | undefined
  readonly #abort = new AbortController()
  readonly #running: Promise<void>

  /** Several clients are the same user at several gateways. */
  constructor(clients: readonly Client[]) {
    this.#clients = clients
    this.#running = this.#run()
  }

  get registrations(): number {
    return this.lives.length
  }

  /** Resolves when it has registered, and has been told of the message since or by its state. */
  async knows(messageId = 0): Promise<void> {
    for (;;) {
      const life = this.lives.at(-1)
      if (life && Math.max(life.newestInState, life.messageIds.at(-1) ?? 0) >= messageId) return
      await sleep(10)
    }
  }

  /**
   * Each life was told, once and in order, of every message after its state until it ended, and the next
   * one's state goes on from there: nothing is missing in the union. `stored` is all there is, in order.
   */
  expectNoHole(stored: readonly number[]): void {
    let known = this.lives[0]!.newestInState
    expect(this.#wrong).toBeUndefined()
    for (const { newestInState, messageIds } of this.lives) {
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
        queue = await this.#poll(queue)
      } catch {
        if (this.#stopped) return
        this.#current = (this.#current + 1) % this.#clients.length
        await sleep(20)
      }
    }
  }

  #after(cursor: number, events: readonly Body[]): number {
    try {
      return cursorAfter(cursor, events)
    } catch (error) {
      this.#wrong ??= (error as Error).message
      throw error
    }
  }

  async #register(): Promise<Body> {
    const client = this.#clients[this.#current]!
    const state = await client.ok(client.post('/register', { event_types: ['message'] }))
    this.lives.push({ newestInState: state.max_message_id, messageIds: [] })
    return state
  }

  /** Returns the queue with its new position, or nothing when it is gone. */
  async #poll(queue: Body): Promise<Body> {
    const { queue_id, last_event_id } = queue
    const answer = await this.#clients[this.#current]!.get(
      '/events',
      { queue_id, last_event_id },
      this.#abort.signal,
    )
    if (answer.body.code === 'BAD_EVENT_QUEUE_ID') return undefined
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
    const life = this.lives.at(-1)!
    for (const event of answer.body.events) {
      if (event.type === 'message') life.messageIds.push(event.message.id)
    }
    return { queue_id, last_event_id: this.#after(last_event_id, answer.body.events) }
  }
}
