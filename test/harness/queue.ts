import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Body, Client, Parameters } from './client.ts'
import { cursorAfter } from './event-ids.ts'

/** An event queue that polls when a test calls it, and keeps its position. */
export class Queue {
  readonly client: Client
  readonly id: string
  /** The position of the state that registering returned. */
  readonly first: number
  lastEventId: number

  private constructor(client: Client, registered: Body) {
    this.client = client
    this.id = registered.queue_id
    this.first = registered.last_event_id
    this.lastEventId = registered.last_event_id
  }

  /** Registers a queue, by default for `message` events only. */
  static async register(client: Client, parameters: Parameters = {}): Promise<Queue> {
    const body = await client.ok(client.post('/register', { event_types: ['message'], ...parameters }))
    return new Queue(client, body)
  }

  /** The queue of an answer to POST /register. */
  static of(client: Client, registered: Body): Queue {
    return new Queue(client, registered)
  }

  /**
   * Polls once from the queue's position and moves it past the received events. `overrides` replaces
   * parameters.
   */
  async poll(overrides: Parameters = {}, client = this.client, signal?: AbortSignal): Promise<Answer> {
    const parameters = { queue_id: this.id, last_event_id: this.lastEventId, ...overrides }
    const answer = await client.get('/events', parameters, signal)
    const { events } = answer.body
    if (events !== undefined) {
      const cursor = Math.max(parameters.last_event_id, this.first)
      this.lastEventId = Math.max(this.lastEventId, cursorAfter(cursor, events))
    }
    return answer
  }

  /**
   * Polls until the message with this content or id arrives. Returns all events received until then except
   * heartbeats. Several clients (the same user at several gateways) poll in turn.
   */
  async upTo(message: string | number, clients: readonly Client[] = [this.client]): Promise<Body[]> {
    const events: Body[] = []
    for (let n = 0; ; n++) {
      const client = clients[n % clients.length]!
      const { events: received } = await client.ok(this.poll({}, client))
      events.push(...received.filter((event: Body) => event.type !== 'heartbeat'))
      const name = typeof message === 'number' ? 'id' : 'content'
      if (events.some((event) => event.message?.[name] === message)) return events
    }
  }

  /** As `upTo`, but returns the contents of the messages. */
  async contentsUpTo(content: string, clients?: readonly Client[]): Promise<string[]> {
    const events = await this.upTo(content, clients)
    return events.filter((event) => event.type === 'message').map((event) => event.message.content)
  }

  end(): Promise<Answer> {
    return this.client.delete('/events', { queue_id: this.id })
  }
}

/** The answer to a request that names an unknown queue. */
export const badQueue = (queueId: string) => ({
  status: 400,
  body: {
    result: 'error',
    code: 'BAD_EVENT_QUEUE_ID',
    msg: `Bad event queue ID: ${queueId}`,
    queue_id: queueId,
  },
})

/** Number of polls that wait at a gateway. */
export async function countWaitingPolls(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^loquat_waiting_polls\S* (\d+)/m.exec(metrics)?.[1])
}

/** Resolves when at least `count` polls wait at a gateway. With count 0, resolves when none waits. */
export async function waitForPolls(url: string, count: number): Promise<void> {
  for (;;) {
    const waiting = await countWaitingPolls(url)
    if (count === 0 ? waiting === 0 : waiting >= count) return
    await sleep(5)
  }
}
