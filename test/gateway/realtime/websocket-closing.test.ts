import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { streamKeys } from '../../../core/platform/events/log.ts'
import type { RealmId, UserId } from '../../../core/platform/ids.ts'
import { emitChange } from '../../../core/state/realm/changes.ts'
import type { UserRecord } from '../../../core/state/users/record.ts'
import type { Gateway } from '../../../gateway/gateway.ts'
import { recordKey } from '../../../gateway/realtime/queue-record.ts'
import type { Client } from '../../harness/client.ts'
import { World } from '../../harness/world.ts'
import { emitMarks, openSocket, register } from './socket-world.ts'

let world: World
let gateway: Gateway
let url: string
let hamlet: Client
let hamletElsewhere: Client
/** A gateway that renews queue records every few seconds. */
let renewed: Client

beforeAll(async () => {
  world = await World.create()
  ;({ gateway, url } = await world.gateway())
  hamlet = world.client(url, 'hamlet')
  hamletElsewhere = world.client((await world.gateway()).url, 'hamlet')
  renewed = world.client((await world.gateway({ EVENT_QUEUE_LIFETIME_SECONDS: '15' })).url, 'hamlet')
})
afterAll(() => world.close())

const replaced = { code: 4001, reason: 'replaced by another connection' }
const queueGone = { code: 4000, reason: 'BAD_EVENT_QUEUE_ID' }

describe('one connection at a time:', () => {
  for (const where of ['the same', 'another'] as const) {
    const second = () => (where === 'the same' ? hamlet : hamletElsewhere)

    it(`a poll at ${where} gateway ends the socket`, async () => {
      const queue = await register(hamlet)
      const socket = await openSocket(hamlet, queue)
      const cursor = { queue_id: queue.queue_id, last_event_id: queue.last_event_id }
      const { events } = await second().ok(second().get('/events', { ...cursor, dont_block: true }))
      expect(events).toEqual([])
      expect(await socket.closed).toEqual(replaced)
    })

    it(`a socket at ${where} gateway ends a waiting poll`, async () => {
      const queue = await register(hamlet)
      const cursor = { queue_id: queue.queue_id, last_event_id: queue.last_event_id }
      const poll = hamlet.ok(hamlet.get('/events', cursor))
      await expect.poll(() => world.redis.hget(record(queue.queue_id), 'gateway')).not.toBeNull()
      const socket = await openSocket(second(), queue)
      expect((await poll).events).toEqual([])
      await emitMarks(gateway.core, world, [1])
      await socket.waitFor((event) => event.n === 1)
      await socket.close()
    })

    it(`a socket at ${where} gateway ends the socket`, async () => {
      const queue = await register(hamlet)
      const first = await openSocket(hamlet, queue)
      const next = await openSocket(second(), queue)
      expect(await first.closed).toEqual(replaced)
      await emitMarks(gateway.core, world, [2])
      await next.waitFor((event) => event.n === 2)
      expect(first.of('mark')).toEqual([])
      await next.close()
    })
  }

  it('a socket that did not learn of its replacement ends at the next renewal', async () => {
    const queue = await register(renewed)
    const socket = await openSocket(renewed, queue)
    await world.redis.hset(record(queue.queue_id), 'gateway', 'another')
    expect(await socket.closed).toEqual(replaced)
  })
})

describe('the queue is gone:', () => {
  it('when a client deletes it, here or at another gateway', async () => {
    for (const client of [hamlet, hamletElsewhere]) {
      const queue = await register(hamlet)
      const socket = await openSocket(hamlet, queue)
      await client.ok(client.delete('/events', { queue_id: queue.queue_id }))
      expect(await socket.closed).toEqual(queueGone)
    }
  })

  it('when Redis has lost its record', async () => {
    const queue = await register(renewed)
    const socket = await openSocket(renewed, queue)
    await world.redis.del(record(queue.queue_id))
    expect(await socket.closed).toEqual(queueGone)
  })

  it('when the log no longer contains the cursor', async () => {
    const queue = await register(hamlet)
    await emitMarks(gateway.core, world, [3, 4, 5])
    const { stream } = streamKeys(world.organization.realmId as RealmId)
    await world.sql('DELETE FROM event_log WHERE seq < (SELECT max(seq) FROM event_log)')
    await world.redis.xtrim(stream, 'MAXLEN', 1)
    const fresh = world.client((await world.gateway()).url, 'hamlet')
    const socket = await openSocket(fresh, queue)
    expect(await socket.closed).toEqual(queueGone)
  })
})

describe('a user', () => {
  const change = (to: Partial<UserRecord>) =>
    gateway.core.transact(world.organization.realmId as RealmId, async (tx) => {
      const realm = await gateway.core.realms.byHost('127.0.0.1')
      const user = realm!.users.get(world.userId('othello') as UserId)!
      emitChange(tx, { type: '_user', user: { ...user, ...to } })
    })

  it('who is deactivated or whose key changes gets no more events', async () => {
    const othello = world.client(url, 'othello')
    const key = await openSocket(othello)
    await change({ keyVersion: 2 })
    expect(await key.closed).toEqual({ code: 4004, reason: 'API key was changed' })
    await change({ keyVersion: 1 })
    const open = await openSocket(othello)
    await change({ fullName: 'The Moor' })
    expect(open.isOpen).toBe(true)
    await change({ isActive: false })
    expect(await open.closed).toEqual({ code: 4003, reason: 'account is deactivated' })
    await change({ isActive: true })
  })
})

describe('a frame of a client', () => {
  const masked = (first: number, payload: Buffer) => {
    const length =
      payload.length < 126 ? [0x80 | payload.length] : [0x80 | 126, payload.length >> 8, payload.length & 255]
    return Buffer.concat([Buffer.from([first, ...length, 0, 0, 0, 0]), payload])
  }

  it.each([
    'garbage',
    '',
    '[]',
    'null',
    '12',
    '"x"',
    '{}',
    '{"last_event_id":"1"}',
    '{"last_event_id":1.5}',
    '{"last_event_id":-2}',
    '{"last_event_id":1e300}',
    '{"last_event_id":null}',
    `{"last_event_id":1${' '.repeat(50)}`,
  ])('that is no acknowledgement, %j, closes with 1007', async (text) => {
    const socket = await openSocket(hamlet)
    socket.ws.send(text)
    expect((await socket.closed).code).toBe(1007)
  })

  it('of binary data closes with 1003', async () => {
    const socket = await openSocket(hamlet)
    socket.ws.send(Buffer.from('{"last_event_id":1}'))
    expect((await socket.closed).code).toBe(1003)
  })

  it('that is longer than any acknowledgement closes with 1009', async () => {
    const socket = await openSocket(hamlet)
    socket.ws.send(`{"last_event_id":1,"x":"${'x'.repeat(2000)}"}`)
    expect((await socket.closed).code).toBe(1009)
  })

  it.each([
    ['of a megabyte', (send: Send) => send.text('x'.repeat(1024 * 1024))],
    ['that inflates to 16 MB', (send: Send) => send.compressed('x'.repeat(16 * 1024 * 1024))],
    ['of invalid UTF-8', (send: Send) => send.raw(masked(0x81, Buffer.from([0xc3, 0x28])))],
    ['with a reserved opcode', (send: Send) => send.raw(masked(0x83, Buffer.from('{}')))],
    ['that goes on without a beginning', (send: Send) => send.raw(masked(0x80, Buffer.from('{}')))],
  ])('%s closes the connection, and no other', async (_name, misbehave) => {
    const neighbour = await openSocket(hamlet)
    const socket = await openSocket(hamlet)
    const raw = (socket.ws as unknown as { _socket: { write(bytes: Buffer): void } })._socket
    socket.ws.on('error', () => undefined)
    misbehave({
      text: (text) => socket.ws.send(text, { compress: false }),
      compressed: (text) => socket.ws.send(text, { compress: true }),
      raw: (bytes) => raw.write(bytes),
    })
    expect((await socket.closed).code).toBe(1006)
    await emitMarks(gateway.core, world, [6])
    await neighbour.waitFor((event) => event.n === 6)
    await neighbour.close()
  })

  it('that acknowledges an unsent event closes with 4002', async () => {
    const socket = await openSocket(hamlet)
    socket.acknowledge(socket.lastEventId + 1_000_000)
    expect(await socket.closed).toEqual({ code: 4002, reason: 'acknowledged what was not sent' })
  })

  interface Send {
    text(text: string): void
    compressed(text: string): void
    raw(bytes: Buffer): void
  }
})

describe('a gateway', () => {
  it('that closes sends a close frame, and clients continue at another', async () => {
    const leaving = await world.gateway()
    const queue = await register(hamlet)
    const socket = await openSocket(world.client(leaving.url, 'hamlet'), queue)
    await emitMarks(gateway.core, world, [7])
    await socket.waitFor((event) => event.n === 7)
    await leaving.gateway.close()
    expect(await socket.closed).toEqual({ code: 1001, reason: 'going away: reconnect' })
    await emitMarks(gateway.core, world, [8])
    const next = await openSocket(hamlet, queue, socket.lastEventId)
    await next.waitFor((event) => event.n === 8)
    expect(next.of('mark')).toHaveLength(1)
    await next.close()
  })
})

const record = (queueId: string) => recordKey(world.organization.realmId as RealmId, queueId)
