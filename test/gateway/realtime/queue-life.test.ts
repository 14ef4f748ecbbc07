import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toUsers } from '../../../core/platform/events/audience.ts'
import { trimEventLogs } from '../../../core/platform/events/trim.ts'
import type { RealmId, UserId } from '../../../core/platform/ids.ts'
import type { Gateway } from '../../../gateway/gateway.ts'
import { recordKey } from '../../../gateway/realtime/queue-record.ts'
import type { Client, Parameters } from '../../harness/client.ts'
import { badQueue, Queue } from '../../harness/queue.ts'
import { undeclaredEvent } from '../../harness/undeclared-event.ts'
import { World } from '../../harness/world.ts'
import { anotherOrganization } from '../routes/changes.ts'

let world: World
let url: string
let gateway: Gateway
let hamlet: Client
let cordelia: Client

beforeAll(async () => {
  world = await World.create()
  ;({ url, gateway } = await world.gateway())
  hamlet = world.client(url, 'hamlet')
  cordelia = world.client(url, 'cordelia')
})
afterAll(() => world.close())

const say = (content: string, from = hamlet) =>
  from.ok(from.post('/messages', { type: 'direct', to: [world.userId('cordelia')], content }))

const recordOf = (queue: Queue) => recordKey(world.organization.realmId as RealmId, queue.id)

describe('DELETE /events', () => {
  test('ends the queue and its waiting poll at once', async () => {
    const queue = await Queue.register(cordelia)
    const waiting = queue.poll()
    expect(await queue.end()).toMatchObject({ status: 200, body: { result: 'success' } })
    expect([200, 400]).toContain((await waiting).status)
    expect(await queue.poll()).toMatchObject(badQueue(queue.id))
    expect(await queue.end()).toMatchObject(badQueue(queue.id))
  })

  test('ends the poll that waits at another gateway', async () => {
    const other = await world.gateway()
    const queue = await Queue.register(cordelia)
    const waiting = queue.poll()
    await expect.poll(() => world.redis.hget(recordOf(queue), 'gateway')).not.toBeNull()
    const elsewhere = world.client(other.url, 'cordelia')
    expect(await elsewhere.delete('/events', { queue_id: queue.id })).toMatchObject({ status: 200 })
    expect([200, 400]).toContain((await waiting).status)
    expect(await queue.poll()).toMatchObject(badQueue(queue.id))
  })

  test('leaves the queue of another user alone', async () => {
    const queue = await Queue.register(cordelia)
    expect(await hamlet.delete('/events', { queue_id: queue.id })).toMatchObject(badQueue(queue.id))
    expect(await queue.poll({ dont_block: true })).toMatchObject({ status: 200 })
  })

  test('requires a queue_id', async () => {
    expect(await cordelia.delete('/events')).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_VARIABLE_MISSING', var_name: 'queue_id' },
    })
  })
})

describe('idle_queue_timeout', () => {
  const lives = async (parameters: Parameters) => {
    const queue = await Queue.register(cordelia, parameters)
    const registered = await world.redis.ttl(recordOf(queue))
    await queue.poll({ dont_block: true })
    return [registered, await world.redis.ttl(recordOf(queue))]
  }
  /** The lifetime minus the time that has passed. */
  const about = (seconds: number) =>
    expect.toSatisfy((left: number) => left > seconds - 50 && left <= seconds)

  test('shortens a queue’s lifetime to a minute at least, and never lengthens it', async () => {
    expect(await lives({})).toEqual([about(600), about(600)])
    expect(await lives({ idle_queue_timeout: 300 })).toEqual([about(300), about(300)])
    expect(await lives({ idle_queue_timeout: 1 })).toEqual([about(60), about(60)])
    expect(await lives({ idle_queue_timeout: 1_000_000 })).toEqual([about(600), about(600)])
    expect(await lives({ idle_queue_timeout: 'mobile' })).toEqual([about(600), about(600)])
  })

  test('"mobile" is twelve hours, where the server allows that', async () => {
    const patient = await world.gateway({
      EVENT_QUEUE_LIFETIME_SECONDS: '50000',
      EVENT_LOG_RETENTION_SECONDS: '60000',
    })
    const client = world.client(patient.url, 'cordelia')
    const queue = await Queue.register(client, { idle_queue_timeout: 'mobile' })
    expect(await world.redis.ttl(recordOf(queue))).toEqual(about(12 * 3600))
  })

  test.each(['soon', '1.5', [60], null])('%j is ignored', async (idle_queue_timeout) => {
    expect(await lives({ idle_queue_timeout })).toEqual([about(600), about(600)])
  })

  test.each([0, -1])('%j is refused', async (idle_queue_timeout) => {
    const { status, body } = await cordelia.post('/register', { idle_queue_timeout })
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'BAD_REQUEST' })
  })
})

describe('a poll soon after another', () => {
  const polledQueue = async () => {
    const queue = await Queue.register(cordelia, { event_types: ['message'] })
    await queue.poll({ dont_block: true })
    return queue
  }

  test('renews the record soon', async () => {
    const queue = await polledQueue()
    await world.redis.expire(recordOf(queue), 100)
    await queue.poll({ dont_block: true })
    await expect.poll(() => world.redis.ttl(recordOf(queue)), { timeout: 10_000 }).toBeGreaterThan(100)
  })

  test('ends when the record is gone', async () => {
    const queue = await polledQueue()
    await world.redis.del(recordOf(queue))
    expect((await queue.poll()).status).toBeOneOf([200, 400])
    expect(await queue.poll()).toMatchObject(badQueue(queue.id))
  })

  test('ends when another gateway has the queue, whose notice was lost', async () => {
    const queue = await polledQueue()
    const before = await world.redis.hget(recordOf(queue), 'gateway')
    await world.redis.hset(recordOf(queue), 'gateway', 'another')
    expect(await queue.poll()).toMatchObject({ status: 200, body: { events: [] } })
    await queue.poll({ dont_block: true })
    expect(await world.redis.hget(recordOf(queue), 'gateway')).toBe(before)
  })
})

describe('last_event_id', () => {
  test('-1 or any id before the queue means the queue’s start', async () => {
    await say('before')
    const queue = await Queue.register(cordelia)
    await say('after')
    for (const position of [-1, 0, queue.first - 1, queue.first]) {
      const { body } = await queue.poll({ last_event_id: position })
      expect(body.events.map((event: { message: { content: string } }) => event.message.content)).toEqual([
        'after',
      ])
    }
  })

  test('sent again returns the same events again, because the answer was lost', async () => {
    const queue = await Queue.register(cordelia)
    await say('once')
    const first = await queue.poll()
    const again = await queue.poll({ last_event_id: queue.first })
    expect(again.body).toEqual(first.body)
    expect((await queue.poll({ dont_block: true })).body.events).toEqual([])
  })

  test('beyond the log is refused, and the queue continues', async () => {
    const queue = await Queue.register(cordelia)
    for (const position of [queue.first + 2 ** 17, 2 ** 46, Number.MAX_SAFE_INTEGER]) {
      expect(await queue.poll({ last_event_id: position })).toMatchObject(badQueue(queue.id))
    }
    await say('well')
    expect(await queue.contentsUpTo('well')).toEqual(['well'])
  })

  test('is required, and a number', async () => {
    const queue = await Queue.register(cordelia)
    expect(await queue.poll({ last_event_id: undefined })).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_VARIABLE_MISSING', var_name: 'last_event_id' },
    })
    for (const position of ['', 'abc', '1.5', '-2', '9007199254740993', '9'.repeat(400), '0x10', '[]']) {
      const { status, body } = await queue.poll({ last_event_id: position })
      expect([position, status, body.code]).toEqual([position, 400, 'BAD_REQUEST'])
    }
    await say('still')
    expect(await queue.contentsUpTo('still')).toEqual(['still'])
  })

  test('before the log is refused, also where a part of the stream remains', async () => {
    const queue = await Queue.register(cordelia)
    await gateway.core.transact(world.organization.realmId as RealmId, async (tx) => {
      for (let n = 0; n < 250; n++)
        tx.emit(
          undeclaredEvent({ type: 'message', message: { content: `${n}` } }),
          toUsers([world.userId('zoe') as UserId]),
        )
    })
    await say('first')
    await world.sql("UPDATE event_log SET created_at = created_at - interval '1 day'")
    await trimEventLogs(gateway.core)
    await say('second')
    const otherClient = world.client((await world.gateway()).url, 'cordelia')
    expect(await queue.poll({}, otherClient)).toMatchObject(badQueue(queue.id))
  })
})

describe('queue_id', () => {
  test('of an invalid form is refused with the same error', async () => {
    const { first } = await Queue.register(cordelia)
    const unknown = '01234567-89ab-cdef-0123-456789abcdef'
    const ids = [
      unknown,
      unknown.toUpperCase(),
      `${unknown}\n`,
      '',
      '*',
      'ü',
      '1:head',
      `{realm:1}:${unknown}`,
      'x'.repeat(1_000),
    ]
    for (const id of ids) {
      const answer = await cordelia.get('/events', { queue_id: id, last_event_id: first, dont_block: true })
      expect(answer).toMatchObject(badQueue(id))
      if (id !== '') expect(await cordelia.delete('/events', { queue_id: id })).toMatchObject(badQueue(id))
    }
    expect(await cordelia.get('/events', { last_event_id: first })).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_VARIABLE_MISSING', var_name: 'queue_id' },
    })
  })

  test('of another user or organization is refused with the same error, and not changed', async () => {
    const queue = await Queue.register(cordelia)
    const { client: stranger } = await anotherOrganization(gateway.core, url)
    await queue.poll({ dont_block: true })
    await world.redis.pexpire(recordOf(queue), 100_000)
    const before = await world.redis.hgetall(recordOf(queue))
    for (const other of [hamlet, world.client(url, 'desdemona'), stranger]) {
      const theirs = { queue_id: queue.id, last_event_id: queue.first + 1, dont_block: true }
      expect(await other.get('/events', theirs)).toMatchObject(badQueue(queue.id))
      expect(await other.delete('/events', { queue_id: queue.id })).toMatchObject(badQueue(queue.id))
    }
    expect(await world.redis.hgetall(recordOf(queue))).toEqual(before)
    expect(await world.redis.pttl(recordOf(queue))).toBeGreaterThan(50_000)
    await say('mine')
    expect(await queue.contentsUpTo('mine')).toEqual(['mine'])
  })

  test('requires a valid key', async () => {
    const queue = await Queue.register(cordelia)
    const { status, body } = await world
      .client(url)
      .get('/events', { queue_id: queue.id, last_event_id: queue.first })
    expect([status, body.code]).toEqual([401, 'UNAUTHORIZED'])
  })
})
