import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toUsers } from '../../../core/platform/events/audience.ts'
import type { RealmId, UserId } from '../../../core/platform/ids.ts'
import type { Gateway } from '../../../gateway/gateway.ts'
import { MAX_NUMBER } from '../../../gateway/realtime/event-id.ts'
import type { Body, Client } from '../../harness/client.ts'
import { badQueue, Queue } from '../../harness/queue.ts'
import { Socket } from '../../harness/socket.ts'
import { World } from '../../harness/world.ts'

// `Queue` and `Socket` refuse ids that do not increase from the cursor on.

let world: World
let gateway: Gateway
let hamlet: Client
/** The same user at two gateways. */
let othello: [Client, Client]

beforeAll(async () => {
  world = await World.create({ HEARTBEAT_SECONDS: '1' })
  const [one, two] = await Promise.all([world.gateway(), world.gateway()])
  gateway = one.gateway
  hamlet = world.client(one.url, 'hamlet')
  othello = [world.client(one.url, 'othello'), world.client(two.url, 'othello')]
})
afterAll(() => world.close())

const realm = () => world.organization.realmId as RealmId
const type = () =>
  hamlet.ok(hamlet.post('/typing', { op: 'start', to: [world.userId('othello')], type: 'direct' }))
const say = (content: string) =>
  hamlet.ok(hamlet.post('/messages', { type: 'direct', to: [world.userId('othello')], content }))

const typing = { event_types: ['typing', 'message'] }

/** Sends Othello one log entry that deletes several messages. */
const emitDeletion = (count: number) =>
  gateway.core.transact(realm(), async (tx) => {
    const message_ids = Array.from({ length: count }, (_, n) => n + 1)
    const event = { type: 'delete_message', message_ids, message_type: 'private' } as const
    tx.emit(event, toUsers([world.userId('othello') as UserId]))
  })

const deletedIn = (events: readonly Body[]): number[] => events.map((event) => event.message_id)
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)

async function open(client: Client, queue: Queue, lastEventId = queue.lastEventId): Promise<Socket> {
  return Socket.open(client, { queueId: queue.id, lastEventId })
}

describe('while the log does not grow,', () => {
  test('heartbeats and typing events have new ids, by polls and WebSockets, at two gateways', async () => {
    const queue = await Queue.register(othello[0], typing)
    const received: string[] = []
    const until = async (wanted: string, client: Client) => {
      for (;;) {
        const { events } = (await queue.poll({}, client)).body
        received.push(...events.map((event: Body) => event.type))
        if (received.at(-1) === wanted) return
      }
    }
    for (const client of [...othello, ...othello]) {
      await until('heartbeat', client)
      await type()
      await until('typing', client)
      const socket = await open(client, queue)
      await socket.waitFor((event) => event.type === 'heartbeat')
      await type()
      await socket.waitFor((event) => event.type === 'typing')
      queue.lastEventId = socket.lastEventId
      await socket.close()
    }
    await say('and on')
    expect(await queue.contentsUpTo('and on', othello)).toEqual(['and on'])
  })

  test('a client without free ids is answered at once, and gets the next events', async () => {
    const queue = await Queue.register(othello[0], typing)
    const used = queue.lastEventId + MAX_NUMBER
    const socket = await open(othello[1], queue, used)
    await expect.poll(() => socket.frames).toContainEqual([])
    expect(socket.events).toEqual([])
    await socket.close()
    const waiting = queue.poll({ last_event_id: used })
    expect((await waiting).body.events).toEqual([])
    queue.lastEventId = used
    await type()
    await say('at last')
    expect(await queue.contentsUpTo('at last', othello)).toEqual(['at last'])
  })
})

describe('the events of one entry', () => {
  test('have different ids, and a client continues once from each of them', async () => {
    const queue = await Queue.register(othello[0], { event_types: ['delete_message'] })
    await emitDeletion(600)
    const first = (await queue.poll()).body.events
    expect(deletedIn(first)).toEqual(numbers(1, 500))
    for (const client of othello) {
      const again = await queue.poll({ last_event_id: first[249].id }, client)
      expect(deletedIn(again.body.events)).toEqual(numbers(251, 600))
      const socket = await open(client, queue, first[99].id)
      await socket.waitFor((event) => event.message_id === 600)
      expect(deletedIn(socket.of('delete_message'))).toEqual(numbers(101, 600))
      const end = socket.lastEventId
      await socket.close()
      expect((await queue.poll({ last_event_id: end, dont_block: true }, client)).body.events).toEqual([])
      const last = await queue.poll({ last_event_id: socket.of('delete_message').at(-2).id }, client)
      expect(deletedIn(last.body.events)).toEqual([600])
    }
  })

  test('reach a waiting WebSocket and a waiting poll too', async () => {
    const [one, other] = await Promise.all(
      [1, 2].map(() => Queue.register(othello[0], { event_types: ['delete_message'] })),
    )
    const socket = await open(othello[0], one!)
    const got: number[] = []
    const polling = (async () => {
      while (got.length < 600) {
        const { events } = (await other!.poll()).body
        got.push(...deletedIn(events.filter((event: Body) => event.type !== 'heartbeat')))
      }
    })()
    await emitDeletion(600)
    await socket.waitFor((event) => event.message_id === 600)
    await polling
    expect(deletedIn(socket.of('delete_message'))).toEqual(numbers(1, 600))
    expect(got).toEqual(numbers(1, 600))
    await socket.close()
  })

  test('for a setting and for its older forms have different ids', async () => {
    const event_types = ['user_settings', 'update_display_settings']
    const queue = await Queue.register(othello[0], { event_types })
    await othello[1].ok(othello[1].patch('/settings', { twenty_four_hour_time: true }))
    const { events } = (await queue.poll()).body
    expect(events.map((event: Body) => event.type)).toEqual(event_types)
    const rest = await queue.poll({ last_event_id: events[0].id }, othello[1])
    expect(rest.body.events).toEqual([events[1]])
  })
})

describe('a queue record of a former version, whose ids were positions', () => {
  test('is unknown and causes no error', async () => {
    const id = '01234567-89ab-cdef-0123-456789abcdef'
    const user = world.userId('othello')
    const filter = { user, eventTypes: null, narrow: [], capabilities: {}, firstSeq: 1, lifetimeSeconds: 600 }
    const former = {
      user: String(user),
      filter: JSON.stringify(filter),
      acknowledged: '1',
      heard: String(Date.now()),
      lifetime: '600',
      epoch: '0',
    }
    await world.redis.hset(`queue:{realm:${realm()}}:${id}`, former)
    for (const last_event_id of [-1, 1, 2]) {
      const answer = await othello[0].get('/events', { queue_id: id, last_event_id, dont_block: true })
      expect(answer).toMatchObject(badQueue(id))
    }
    expect(await othello[0].delete('/events', { queue_id: id })).toMatchObject(badQueue(id))
    expect(await othello[0].post('/events/ticket', { queue_id: id })).toMatchObject(badQueue(id))
  })
})
