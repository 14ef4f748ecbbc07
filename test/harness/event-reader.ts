import type { Body, Client, Parameters } from './client.ts'
import { cursorAfter } from './event-ids.ts'

/**
 * A client that polls one event queue, as real clients do, and keeps the events. After a connection error it
 * polls at the next gateway.
 */
export class EventReader {
  readonly events: Body[] = []
  readonly initial: Body
  #clients: readonly Client[]
  #current = 0
  #lastEventId: number
  #stopped = false
  #idError: Error | undefined
  #abort = new AbortController()
  #running: Promise<void> | undefined
  readonly #changed = new Set<() => void>()

  private constructor(clients: readonly Client[], initial: Body) {
    this.#clients = clients
    this.initial = initial
    this.#lastEventId = initial.last_event_id
  }

  /** Registers a queue and starts to poll. Several clients must be the same user at several gateways. */
  static async start(clients: Client | readonly Client[], parameters: Parameters = {}): Promise<EventReader> {
    const list = Array.isArray(clients) ? (clients as readonly Client[]) : [clients as Client]
    const initial = await list[0]!.ok(list[0]!.post('/register', parameters))
    const reader = new EventReader(list, initial)
    reader.#running = reader.#run()
    return reader
  }

  get queueId(): string {
    return this.initial.queue_id
  }

  /** Events of one type, as received. */
  of(type: string): Body[] {
    return this.events.filter((event) => event.type === type)
  }

  /** Resolves with the first event that fulfils `wanted`. Looks at former events too. */
  async waitFor(wanted: (event: Body) => boolean, timeoutMs = 45_000): Promise<Body> {
    const deadline = Date.now() + timeoutMs
    for (;;) {
      if (this.#idError !== undefined) throw this.#idError
      const found = this.events.find(wanted)
      if (found !== undefined) return found
      const left = deadline - Date.now()
      if (left <= 0)
        throw new Error(`no such event; got ${JSON.stringify(this.events.map((event) => event.type))}`)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(done, left)
        const changed = this.#changed
        function done() {
          clearTimeout(timer)
          changed.delete(done)
          resolve()
        }
        changed.add(done)
      })
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#abort.abort()
    await this.#running
    if (this.#idError !== undefined) throw this.#idError
  }

  /**
   * Returns the cursor after these events. When their ids do not increase, `waitFor` and `stop` throw too.
   */
  #cursorAfter(events: readonly Body[]): number {
    try {
      return cursorAfter(this.#lastEventId, events)
    } catch (error) {
      this.#idError = error as Error
      for (const wake of [...this.#changed]) wake()
      throw error
    }
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const client = this.#clients[this.#current]!
      try {
        const { status, body } = await client.get(
          '/events',
          { queue_id: this.queueId, last_event_id: this.#lastEventId },
          this.#abort.signal,
        )
        if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
        this.#lastEventId = this.#cursorAfter(body.events)
        this.events.push(...body.events)
        for (const wake of [...this.#changed]) wake()
      } catch (error) {
        if (this.#stopped) return
        if (this.#idError !== undefined) return
        if ((error as Error).message.includes('BAD_EVENT_QUEUE_ID')) throw error
        this.#current = (this.#current + 1) % this.#clients.length
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  }
}
