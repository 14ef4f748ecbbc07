import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { RealmId } from '../../../core/platform/ids.ts'
import type { Gateway } from '../../../gateway/gateway.ts'
import { recordKey } from '../../../gateway/realtime/queue-record.ts'
import type { Client } from '../../harness/client.ts'
import { Socket } from '../../harness/socket.ts'
import { World } from '../../harness/world.ts'
import { emitMarks, marksOf, openSocket, range, register } from './socket-world.ts'

let world: World
let gateway: Gateway
let hamlet: Client
/** A gateway with heartbeats every second and queues that live nine seconds. */
let hastyGateway: Gateway
let hastyHamlet: Client
let iago: Client

beforeAll(async () => {
  world = await World.create()
  const started = await world.gateway()
  gateway = started.gateway
  const hasty = await world.gateway({ HEARTBEAT_SECONDS: '1', EVENT_QUEUE_LIFETIME_SECONDS: '9' })
  hastyGateway = hasty.gateway
  hastyHamlet = world.client(hasty.url, 'hamlet')
  hamlet = world.client(started.url, 'hamlet')
  iago = world.client(started.url, 'iago')
})
afterAll(() => world.close())

const emit = (numbers: number[], text?: string) => emitMarks(gateway.core, world, numbers, text)
const record = (queueId: string) => recordKey(world.organization.realmId as RealmId, queueId)

describe('events', () => {
  it('are those after the cursor, then new ones, as in a poll', async () => {
    const queue = await register(hamlet, { event_types: ['message'] })
    const say = (content: string) =>
      iago.ok(iago.post('/messages', { type: 'stream', to: 'Verona', topic: 'sockets', content }))
    await say('before')
    const socket = await openSocket(hamlet, queue)
    await socket.waitFor((event) => event.message?.content === 'before')
    await say('after')
    await socket.waitFor((event) => event.message?.content === 'after')
    const received = socket.of('message')
    await socket.close()
    const polled = await hamlet.ok(
      hamlet.get('/events', { queue_id: queue.queue_id, last_event_id: queue.last_event_id }),
    )
    expect(received).toEqual(polled.events)
    expect(received).toHaveLength(2)
  })

  it('of one moment come in one frame', async () => {
    const queue = await register(hamlet)
    await emit(range(0, 100))
    const socket = await openSocket(hamlet, queue)
    await socket.waitFor((event) => event.n === 99)
    expect(socket.frames).toHaveLength(1)
    await emit(range(100, 200))
    await socket.waitFor((event) => event.n === 199)
    expect(socket.frames).toHaveLength(2)
    await socket.close()
  })

  it('come in frames of at most 500 and of little more than 128 KiB', async () => {
    const queue = await register(hamlet)
    await emit(range(0, 1200))
    await emit(range(1200, 1240), 'x'.repeat(50_000))
    await emit([1240], 'x'.repeat(300_000))
    const socket = await openSocket(hamlet, queue)
    await socket.waitFor((event) => event.n === 1240)
    expect(marksOf(socket.events)).toEqual(range(0, 1241))
    for (const frame of socket.frames) {
      expect(frame.length).toBeLessThanOrEqual(500)
      expect(JSON.stringify(frame.slice(0, -1)).length).toBeLessThan(129 * 1024)
    }
    await socket.close()
  })

  it('that arrive faster than one frame holds all come, in order', async () => {
    const socket = await openSocket(hamlet)
    await Promise.all(range(0, 8).map(() => emit(range(0, 400), 'x'.repeat(1000))))
    await expect.poll(() => socket.of('mark').length).toBe(3200)
    const ids = socket.of('mark').map((event) => event.id)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
    await socket.close()
  })

  it('are compressed when the client supports it and it saves bytes', async () => {
    const socket = await openSocket(hamlet)
    expect(socket.ws.extensions).toContain('permessage-deflate')
    const { bytesRead } = (socket.ws as unknown as { _socket: { bytesRead: number } })._socket
    await emit(range(0, 100), 'to be, or not to be: '.repeat(20))
    await socket.waitFor((event) => event.n === 99)
    const read = (socket.ws as unknown as { _socket: { bytesRead: number } })._socket.bytesRead - bytesRead
    expect(read).toBeLessThan(JSON.stringify(socket.events).length / 5)
    await socket.close()
  })

  it('also reach a client without compression', async () => {
    const { queue_id: queueId, last_event_id: lastEventId } = await register(hamlet)
    const socket = await Socket.open(hamlet, { queueId, lastEventId, options: { perMessageDeflate: false } })
    expect(socket.ws.extensions).toBe('')
    await emit([1], 'ü'.repeat(5000))
    expect((await socket.waitFor((event) => event.n === 1)).text).toBe('ü'.repeat(5000))
    await socket.close()
  })
})

describe('a quiet socket', () => {
  it('gets heartbeats that move its cursor past the events of others', async () => {
    const queue = await register(hastyHamlet)
    const socket = await openSocket(hastyHamlet, queue)
    await iago.ok(
      iago.post('/messages', { type: 'stream', to: 'Verona', topic: 'sockets', content: 'no mark' }),
    )
    const heartbeat = await socket.waitFor((event) => event.id > queue.last_event_id)
    expect(heartbeat).toEqual({ type: 'heartbeat', id: expect.any(Number) })
    await expect.poll(() => socket.of('heartbeat').length).toBeGreaterThan(1)
    expect(socket.events).toEqual(socket.of('heartbeat'))
    await socket.close()
  })

  it('keeps its queue, which ends a lifetime after the socket', async () => {
    const queue = await register(hastyHamlet)
    const socket = await openSocket(hastyHamlet, queue)
    let left = await world.redis.pttl(record(queue.queue_id))
    const isRenewed = async () => {
      const before = left
      left = await world.redis.pttl(record(queue.queue_id))
      return left > before
    }
    for (let renewals = 0; renewals < 2; renewals++) await expect.poll(isRenewed).toBe(true)
    expect(socket.isOpen).toBe(true)
    await emit([1])
    await socket.waitFor((event) => event.n === 1)
    await socket.close()
    await expect.poll(() => world.redis.exists(record(queue.queue_id))).toBe(0)
  })
})

describe('an acknowledgement', () => {
  it('is stored in the queue’s record, without a round trip for each', async () => {
    const queue = await register(hastyHamlet)
    const socket = await openSocket(hastyHamlet, queue)
    await emit(range(0, 50))
    await socket.waitFor((event) => event.n === 49)
    const renew = vi.spyOn(hastyGateway.core.redis, 'queueRenew')
    for (const { id } of socket.of('mark')) socket.acknowledge(id)
    const last = String(socket.lastEventId)
    await expect.poll(() => world.redis.hget(record(queue.queue_id), 'acknowledged')).toBe(last)
    expect(renew.mock.calls.length).toBeLessThan(25)
    await socket.close()
  })

  it('may be late, repeated or have unknown fields', async () => {
    const socket = await openSocket(hamlet)
    await emit(range(0, 3))
    await socket.waitFor((event) => event.n === 2)
    socket.acknowledge()
    socket.acknowledge(socket.events[0].id)
    socket.acknowledge(-1)
    socket.ws.send(JSON.stringify({ last_event_id: socket.lastEventId, unknown: [1] }))
    await emit([3])
    await socket.waitFor((event) => event.n === 3)
    await socket.close()
  })
})
