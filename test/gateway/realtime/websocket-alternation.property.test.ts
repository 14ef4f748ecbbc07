import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toRealm, toUsers } from '../../../core/platform/events/audience.ts'
import { publishEphemeral } from '../../../core/platform/events/ephemeral.ts'
import type { RealmId, UserId } from '../../../core/platform/ids.ts'
import type { Gateway } from '../../../gateway/gateway.ts'
import type { Body, Client } from '../../harness/client.ts'
import { EventStreamClient, StreamRefused } from '../../harness/event-stream.ts'
import { checkProperty } from '../../harness/property.ts'
import { Refused, Socket } from '../../harness/socket.ts'
import { World } from '../../harness/world.ts'
import { emitMarks, range, register } from './socket-world.ts'

let world: World
let gateway: Gateway
let clients: Client[]

beforeAll(async () => {
  world = await World.create({ HEARTBEAT_SECONDS: '1' })
  const [one, two] = await Promise.all([world.gateway(), world.gateway()])
  gateway = one.gateway
  clients = [world.client(one.url, 'hamlet'), world.client(two.url, 'hamlet')]
})
afterAll(() => world.close())

/** The next step; all steps except `rest` run without waiting for the previous one. */
type Step =
  | { readonly kind: 'emit'; readonly events: number; readonly length: number }
  /** One entry of the log that becomes this number of events for the client. */
  | { readonly kind: 'split'; readonly events: number }
  /** An ephemeral event. */
  | { readonly kind: 'typing' }
  | { readonly kind: 'poll'; readonly at: number; readonly dontBlock: boolean }
  | { readonly kind: 'socket'; readonly at: number }
  | { readonly kind: 'stream'; readonly at: number }
  | { readonly kind: 'acknowledge' }
  | { readonly kind: 'rest'; readonly ms: number }

const at = fc.integer({ min: 0, max: 1 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('emit' as const),
      events: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 490, max: 520 })),
      length: fc.constantFrom(0, 0, 0, 2000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('split' as const),
      events: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 490, max: 1_000 })),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('typing' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('poll' as const), at, dontBlock: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('socket' as const), at }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('stream' as const), at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('acknowledge' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('rest' as const), ms: fc.integer({ min: 0, max: 30 }) }),
  },
)

/** Opens a connection, again while the gateway answers that Redis is too slow. */
async function opened<T>(open: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + 60_000
  for (;;) {
    try {
      return await open()
    } catch (error) {
      const isRefusal = error instanceof Refused || error instanceof StreamRefused
      const isBusy = isRefusal && error.body.code === 'EVENT_QUEUES_UNAVAILABLE'
      if (!isBusy || Date.now() > deadline) throw error
      await sleep(50)
    }
  }
}

/** A client that follows docs/realtime.md: it has one cursor, and ignores connections that it has left. */
class Alternating {
  readonly numbers: number[] = []
  readonly #queueId: string
  readonly #sockets: Socket[] = []
  readonly #streams: EventStreamClient[] = []
  readonly #unanswered: Promise<unknown>[] = []
  #cursor: number
  #connection = 0
  #wrong: string | undefined

  constructor(queue: Body) {
    this.#queueId = queue.queue_id
    this.#cursor = queue.last_event_id
  }

  poll(client: Client, dontBlock: boolean): void {
    const connection = ++this.#connection
    const parameters = { queue_id: this.#queueId, last_event_id: this.#cursor, dont_block: dontBlock }
    this.#unanswered.push(
      client.get('/events', parameters).then((answer) => {
        // Redis may be too slow on a full machine. Such an answer has no events, so none may be lost.
        if (answer.body.code === 'EVENT_QUEUES_UNAVAILABLE') return
        expect(answer).toMatchObject({ status: 200, body: { result: 'success' } })
        this.#take(connection, answer.body.events)
      }),
    )
  }

  async socket(client: Client): Promise<void> {
    const connection = ++this.#connection
    const socket = await opened(() =>
      Socket.open(client, { queueId: this.#queueId, lastEventId: this.#cursor }),
    )
    this.#sockets.push(socket)
    this.#take(connection, socket.events)
    socket.onEvents = (events) => this.#take(connection, events)
  }

  async stream(client: Client): Promise<void> {
    const connection = ++this.#connection
    const cursor = { queue_id: this.#queueId, last_event_id: this.#cursor }
    const stream = await opened(() => EventStreamClient.open(client, cursor))
    this.#streams.push(stream)
    this.#take(connection, stream.events)
    stream.onEvent = (event) => this.#take(connection, [event])
  }

  acknowledge(): void {
    const socket = this.#sockets.at(-1)
    if (socket?.isOpen) socket.acknowledge()
  }

  /**
   * Reads a socket until `total` events have arrived. An abandoned poll may reach its gateway after the
   * socket did and take the queue: then the socket closes, and the client opens another.
   */
  async finish(client: Client, total: number): Promise<void> {
    const deadline = Date.now() + 60_000
    await this.socket(client)
    while (this.numbers.length < total) {
      if (this.#wrong !== undefined) throw new Error(this.#wrong)
      if (Date.now() > deadline)
        throw new Error(`only ${this.numbers.length} of ${total} events have arrived`)
      if (this.#sockets.at(-1)!.isOpen) await sleep(2)
      else await this.socket(client)
    }
  }

  /**
   * Resolves when all abandoned connections have ended: polls with a response, sockets and streams with a
   * code.
   */
  async end(): Promise<void> {
    const last = this.#sockets.pop()
    for (const socket of this.#sockets) expect((await socket.closed).code).toBe(4001)
    for (const stream of this.#streams) expect((await stream.ended)?.code).toBe(4001)
    await Promise.all(this.#unanswered)
    await last?.close()
  }

  #take(connection: number, events: readonly Body[]): void {
    if (connection !== this.#connection) return
    for (const event of events) {
      if (event.id <= this.#cursor) this.#wrong ??= `event ${event.id} after ${this.#cursor}`
      this.#cursor = event.id
      if (event.type === 'mark') this.numbers.push(event.n)
      if (event.type === 'delete_message') this.numbers.push(event.message_id)
    }
  }
}

/** One event for clients that accept bulk deletions, and one event for each message for this client. */
const emitDeletion = (message_ids: number[]) =>
  gateway.core.transact(world.organization.realmId as RealmId, async (tx) => {
    tx.emit({ type: 'delete_message', message_ids, message_type: 'private' }, toRealm)
  })

const type = () => {
  const sender = { user_id: world.userId('othello'), email: 'othello@example.com' }
  const event = { type: 'typing', op: 'start', message_type: 'direct', sender, recipients: [] } as const
  const audience = toUsers([world.userId('hamlet') as UserId])
  return publishEphemeral(gateway.core, world.organization.realmId as RealmId, event, audience)
}

test('polls, sockets and streams of one queue, at two gateways, give each event exactly once and in order', async () => {
  await checkProperty(fc.array(step, { minLength: 3, maxLength: 25 }), 25, async (steps) => {
    const types = { event_types: ['mark', 'delete_message', 'typing'] }
    const client = new Alternating(await register(clients[0]!, types))
    const emitted: Promise<void>[] = []
    let total = 0
    // In sequence: the order of the log is the order of their numbers.
    const next = (events: number, emit: (numbers: number[]) => Promise<void>) => {
      const numbers = range(total, total + events)
      total += events
      const before = emitted.at(-1) ?? Promise.resolve()
      emitted.push(before.then(() => emit(numbers)))
    }
    const emit = (events: number, length: number) =>
      next(events, (numbers) => emitMarks(gateway.core, world, numbers, 'x'.repeat(length)))
    for (const step of steps) {
      if (step.kind === 'emit') emit(step.events, step.length)
      else if (step.kind === 'split') next(step.events, emitDeletion)
      else if (step.kind === 'typing') next(0, type)
      else if (step.kind === 'poll') client.poll(clients[step.at]!, step.dontBlock)
      else if (step.kind === 'socket') await client.socket(clients[step.at]!)
      else if (step.kind === 'stream') await client.stream(clients[step.at]!)
      else if (step.kind === 'acknowledge') client.acknowledge()
      else await sleep(step.ms)
    }
    emit(1, 0)
    await client.finish(clients[steps.length % 2]!, total)
    await Promise.all(emitted)
    await client.end()
    expect(client.numbers).toEqual(range(0, total))
  })
}, 600_000)
