import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Body, Client, Parameters } from './client.ts'
import { cursorAfter } from './event-ids.ts'

/** An event queue in a test's hands: it is polled when the test says so, and remembers how far it got. */
export class Queue {
  readonly client: Client
  readonly id: string
  /** The cursor that the client's state stands for. */
  readonly first: number
  lastEventId: number

  private constructor(client: Client, registered: Body) {
    this.client = client
    this.id = registered.queue_id
    this.first = registered.last_event_id
    this.lastEventId = registered.last_event_id
  }

  /** Of `message` events alone, unless the parameters say otherwise. */
  static async register(client: Client, parameters: Parameters = {}): Promise<Queue> {
    const body = await client.ok(client.post('/register', { event_types: ['message'], ...parameters }))
    return new Queue(client, body)
  }

  /** The queue that an answer to POST /register is of. */
  static of(client: Client, registered: Body): Queue {
    return new Queue(client, registered)
  }

  /** One poll as it is, from where the queue is; `over` replaces parameters. Moves on by what it got. */
  async poll(over: Parameters = {}, client = this.client, signal?: AbortSignal): Promise<Answer> {
    const parameters = { queue_id: this.id, last_event_id: this.lastEventId, ...over }
    const answer = await client.get('/events', parameters, signal)
    const { events } = answer.body
    if (events !== undefined) {
      const asked = Math.max(parameters.last_event_id, this.first)
      this.lastEventId = Math.max(this.lastEventId, cursorAfter(asked, events))
    }
    return answer
  }

  /**
   * Polls on until the message with this content or id comes; returns all events up to it but heartbeats.
   * Several clients, the same user at several gateways, poll in turn.
   */
  async upTo(message: string | number, clients: readonly Client[] = [this.client]): Promise<Body[]> {
    const events: Body[] = []
    for (let n = 0; ; n++) {
      const client = clients[n % clients.length]!
      const { events: got } = await client.ok(this.poll({}, client))
      events.push(...got.filter((event: Body) => event.type !== 'heartbeat'))
      const name = typeof message === 'number' ? 'id' : 'content'
      if (events.some((event) => event.message?.[name] === message)) return events
    }
  }

  /** As `upTo`, the contents of its messages. */
  async contentsUpTo(content: string, clients?: readonly Client[]): Promise<string[]> {
    const events = await this.upTo(content, clients)
    return events.filter((event) => event.type === 'message').map((event) => event.message.content)
  }

  end(): Promise<Answer> {
    return this.client.delete('/events', { queue_id: this.id })
  }
}

/** What whoever has no such queue is told. */
export const badQueue = (queueId: string) => ({
  status: 400,
  body: {
    result: 'error',
    code: 'BAD_EVENT_QUEUE_ID',
    msg: `Bad event queue ID: ${queueId}`,
    queue_id: queueId,
  },
})

/** How many listeners wait at a gateway. */
export async function waitingAt(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^loquat_waiting_polls\S* (\d+)/m.exec(metrics)?.[1])
}

/** Resolves when so many, or more, do; for none, when none does. */
export async function untilWaiting(url: string, count: number): Promise<void> {
  for (;;) {
    const waiting = await waitingAt(url)
    if (count === 0 ? waiting === 0 : waiting >= count) return
    await sleep(5)
  }
}
