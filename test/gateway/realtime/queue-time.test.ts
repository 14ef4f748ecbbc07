import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RealmId } from '../../../core/platform/ids.ts'
import { recordKey } from '../../../gateway/realtime/queue-record.ts'
import type { Client } from '../../harness/client.ts'
import { badQueue, Queue } from '../../harness/queue.ts'
import { World } from '../../harness/world.ts'

let world: World
let url: string
let hamlet: Client
let cordelia: Client

beforeAll(async () => {
  world = await World.create({
    HEARTBEAT_SECONDS: '1',
    EVENT_QUEUE_LIFETIME_SECONDS: '8',
    EVENT_LOG_RETENTION_SECONDS: '9',
    LONGPOLL_TIMEOUT_SECONDS: '4',
  })
  ;({ url } = await world.gateway())
  hamlet = world.client(url, 'hamlet')
  cordelia = world.client(url, 'cordelia')
})
afterAll(() => world.close())

const say = (content: string) =>
  hamlet.ok(hamlet.post('/messages', { type: 'direct', to: [world.userId('cordelia')], content }))

const recordOf = (queue: Queue) => recordKey(world.organization.realmId as RealmId, queue.id)

describe('a heartbeat', () => {
  test('reaches a client without events, and moves its cursor past the events of others', async () => {
    const queue = await Queue.register(world.client(url, 'zoe'), { event_types: ['realm'] })
    await say('not for Zoe')
    const startedAt = Date.now()
    const { body } = await queue.poll()
    expect(body.events).toEqual([{ type: 'heartbeat', id: expect.any(Number) }])
    expect(body.queue_id).toBe(queue.id)
    expect(Date.now() - startedAt).toBeGreaterThan(700) // At least three quarters.
    expect(body.events[0].id).toBeGreaterThan(queue.first)
    expect((await queue.poll({ dont_block: true })).body.events).toEqual([])
  })
})

describe('event_queue_longpoll_timeout_seconds', () => {
  test('is the configured value, and longer than any poll waits', async () => {
    const zoe = world.client(url, 'zoe')
    const { event_queue_longpoll_timeout_seconds: seconds, ...queue } = await zoe.ok(
      zoe.post('/register', { event_types: ['realm'] }),
    )
    expect(seconds).toBe(4)
    const { queue_id, last_event_id } = queue
    const startedAt = Date.now()
    const { events } = await zoe.ok(zoe.get('/events', { queue_id, last_event_id }))
    expect(events.map((event: { type: string }) => event.type)).toEqual(['heartbeat'])
    expect(Date.now() - startedAt).toBeGreaterThan(700)
  })
})

describe('a queue that is not polled', () => {
  test('lives for its lifetime, and longer while a client polls', async () => {
    const [polled, left] = await Promise.all([Queue.register(cordelia), Queue.register(cordelia)])
    const isKept = async (queue: Queue) => (await world.redis.exists(recordOf(queue))) === 1
    while (await isKept(left)) await polled.poll()
    expect(await left.poll()).toMatchObject(badQueue(left.id))
    expect(await left.end()).toMatchObject(badQueue(left.id))
    expect(await isKept(polled)).toBe(true)
    await polled.poll()
    expect((await polled.poll()).status).toBe(200)
  })
})

describe('a position from before the log’s retention', () => {
  test('is refused even when the gateway has the events, because the former subscribers are unknown', async () => {
    const othello = world.client(url, 'othello')
    const join = (client: Client, name: string) =>
      client.ok(client.post('/users/me/subscriptions', { subscriptions: [{ name }] }))
    const queue = await Queue.register(othello)
    const before = { type: 'channel', to: 'Rome', topic: 'plot', content: 'before he came' }
    await cordelia.ok(cordelia.post('/messages', before))
    await join(othello, 'Rome')
    const joined = Date.now()
    // The client never moves its cursor, which keeps the queue alive.
    while (Date.now() < joined + 9_100) {
      const { body } = await queue.poll({ last_event_id: queue.first })
      expect(body.events.map((event: { type: string }) => event.type)).toEqual(['heartbeat'])
    }
    await join(hamlet, 'Rome')
    await expect
      .poll(() => queue.poll({ last_event_id: queue.first, dont_block: true }))
      .toMatchObject(badQueue(queue.id))
  })
})
