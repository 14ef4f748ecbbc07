import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Gateway } from '../../../gateway/gateway.ts'
import type { Body, Client } from '../../harness/client.ts'
import { EventStreamClient, StreamRefused } from '../../harness/event-stream.ts'
import { World } from '../../harness/world.ts'
import { emitMarks, marksOf, range, register } from './socket-world.ts'

let world: World
let gateway: Gateway
let url: string
let hamlet: Client
let elsewhere: Client
/** At a gateway with heartbeats every second. */
let hasty: Client
let iago: Client

beforeAll(async () => {
  world = await World.create()
  ;({ gateway, url } = await world.gateway())
  hamlet = world.client(url, 'hamlet')
  iago = world.client(url, 'iago')
  elsewhere = world.client((await world.gateway()).url, 'hamlet')
  hasty = world.client((await world.gateway({ HEARTBEAT_SECONDS: '1' })).url, 'hamlet')
})
afterAll(() => world.close())

const emit = (numbers: number[], text?: string) => emitMarks(gateway.core, world, numbers, text)
const open = (client: Client, parameters: Record<string, unknown>, lastEventId?: number) =>
  EventStreamClient.open(
    client,
    parameters,
    lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) },
  )
const cursorOf = ({ queue_id, last_event_id }: Body) => ({ queue_id, last_event_id })
const say = (content: string) =>
  iago.ok(iago.post('/messages', { type: 'stream', to: 'Verona', topic: 'streams', content }))
const queues = async () => (await world.redis.keys('*queue:*')).length

async function refusal(opening: Promise<EventStreamClient>): Promise<{ status: number; msg: string }> {
  const error = await opening.then(
    () => expect.unreachable('the stream was opened'),
    (error: StreamRefused) => error,
  )
  expect(error).toBeInstanceOf(StreamRefused)
  return { status: error.status, msg: error.body.msg }
}

describe('a stream without a queue', () => {
  it('prints messages as they come, as a poll would answer them', async () => {
    const queue = await register(hamlet, {
      event_types: ['message'],
      client_gravatar: false,
      slim_presence: true,
    })
    const stream = await open(hamlet, { event_types: ['message'] })
    expect(stream.response.statusCode).toBe(200)
    expect(stream.response.headers).toMatchObject({
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    await say('first')
    await stream.waitFor((event) => event.message?.content === 'first')
    await say('second')
    await stream.waitFor((event) => event.message?.content === 'second')
    const { events } = await hamlet.ok(hamlet.get('/events', cursorOf(queue)))
    expect(stream.events).toEqual(events)
    stream.close()
  })

  it('takes a narrow and the form of the text', async () => {
    const narrow = [
      ['channel', 'Verona'],
      ['topic', 'streams'],
    ]
    const stream = await open(hamlet, { event_types: ['message'], narrow, apply_markdown: true })
    const denmark = { type: 'stream', to: 'Denmark', topic: 'streams', content: 'elsewhere' }
    await iago.ok(iago.post('/messages', denmark))
    await say('*here*')
    const { message } = await stream.waitFor((event) => event.type === 'message')
    expect(message.content).toBe('<p><em>here</em></p>')
    stream.close()
  })

  it('continues after the last event at any gateway, and once', async () => {
    const first = await open(hamlet, { event_types: ['mark'] })
    await emit(range(0, 3))
    await first.waitFor((event) => event.n === 2)
    const cursor = first.events[1]!.id
    first.close()
    await emit(range(3, 6))
    const next = await open(elsewhere, { event_types: ['mark'] }, cursor)
    await emit([6])
    await next.waitFor((event) => event.n === 6)
    expect(marksOf(next.events)).toEqual(range(2, 7))
    next.close()
  })

  it('has its queue as long as its connection', async () => {
    const before = await queues()
    const stream = await open(hamlet, { event_types: ['mark'] })
    expect(await queues()).toBe(before + 1)
    stream.close()
    await expect.poll(queues).toBe(before)
  })

  it('leaves nothing behind after HEAD', async () => {
    const before = await queues()
    const { headers } = hamlet
    const answer = await fetch(`${url}/api/v1/events/stream`, { method: 'HEAD', headers })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    await expect.poll(queues).toBe(before)
  })
})

describe('a stream of a queue', () => {
  it('sends the events after the cursor, then new ones', async () => {
    const queue = await register(hamlet)
    await emit(range(0, 1200))
    const stream = await open(hamlet, cursorOf(queue))
    await emit([1200])
    await stream.waitFor((event) => event.n === 1200)
    expect(marksOf(stream.events)).toEqual(range(0, 1201))
    stream.close()
    // The header of a browser that connects again counts more than the address.
    const again = await open(elsewhere, cursorOf(queue), stream.events[1198]!.id)
    await again.waitFor((event) => event.n === 1200)
    expect(marksOf(again.events)).toEqual([1199, 1200])
    again.close()
  })

  it('sends heartbeats as comments, whose ids move the cursor', async () => {
    const queue = await register(hasty)
    const stream = await open(hasty, cursorOf(queue))
    await expect.poll(() => stream.comments).toContain('heartbeat')
    expect(stream.events).toEqual([])
    expect(stream.lastEventId).toBeGreaterThan(queue.last_event_id)
    stream.close()
    const again = await open(hasty, { queue_id: queue.queue_id }, stream.lastEventId)
    await emit([1])
    await again.waitFor((event) => event.n === 1)
    again.close()
  })

  it('ends when another connection takes the queue, when the queue is deleted, and when the key changes', async () => {
    const queue = await register(hamlet)
    const replaced = await open(hamlet, cursorOf(queue))
    await elsewhere.ok(elsewhere.get('/events', { ...cursorOf(queue), dont_block: true }))
    expect(await replaced.ended).toEqual({ code: 4001, reason: 'replaced by another connection' })
    const deleted = await open(hamlet, cursorOf(queue))
    await hamlet.ok(hamlet.delete('/events', { queue_id: queue.queue_id }))
    expect(await deleted.ended).toEqual({ code: 4000, reason: 'BAD_EVENT_QUEUE_ID' })
    const othello = world.client(url, 'othello')
    const changed = await open(othello, { event_types: ['mark'] })
    await othello.ok(othello.post('/users/me/api_key/regenerate'))
    expect(await changed.ended).toMatchObject({ code: 4004 })
  })

  it('ends without a word when its gateway closes, and continues at another', async () => {
    const { gateway: closing, url: there } = await world.gateway()
    const queue = await register(hamlet)
    const stream = await open(world.client(there, 'hamlet'), cursorOf(queue))
    await emit([1])
    await stream.waitFor((event) => event.n === 1)
    await closing.close()
    expect(await stream.ended).toBe(undefined)
    const next = await open(hamlet, cursorOf(queue), stream.lastEventId)
    await emit([2])
    await next.waitFor((event) => event.n === 2)
    expect(marksOf(next.events)).toEqual([2])
    next.close()
  })
})

describe('a stream is refused, and makes no queue,', () => {
  const QUEUE = '00000000-0000-0000-0000-000000000000'

  it.each<[string, Record<string, unknown>, string, Record<string, string>?]>([
    ['for an unknown queue', { queue_id: QUEUE, last_event_id: 1 }, `Bad event queue ID: ${QUEUE}`],
    ['without a position in a queue', { queue_id: QUEUE }, "Missing 'last_event_id' argument"],
    ['with a text as position', { queue_id: QUEUE, last_event_id: 'x' }, 'last_event_id is not an integer'],
    ['for an event of the future', {}, 'Bad event queue ID: ', { 'last-event-id': String(2 ** 52) }],
    ['with another header', {}, 'Invalid Last-Event-ID header', { 'last-event-id': '1; DROP' }],
    ['with a number beyond all', {}, 'Invalid Last-Event-ID header', { 'last-event-id': '9'.repeat(16) }],
    [
      'with a filter beside a queue',
      { queue_id: QUEUE, last_event_id: 1, event_types: ['message'] },
      'A stream of an existing queue takes no event_types, narrow or all_public_streams',
    ],
    [
      'for a narrow that events do not decide',
      { narrow: [['search', 'x']] },
      'Operator search not supported.',
    ],
    ['with types that are no list', { event_types: 'message' }, 'event_types is not valid JSON'],
  ])('%s', async (_, parameters, msg, headers = {}) => {
    const before = await queues()
    expect(await refusal(EventStreamClient.open(hamlet, parameters, headers))).toEqual({ status: 400, msg })
    expect(await queues()).toBe(before)
  })

  it('for the queue of another user', async () => {
    const theirs = await register(iago)
    expect(await refusal(open(hamlet, cursorOf(theirs)))).toEqual({
      status: 400,
      msg: `Bad event queue ID: ${theirs.queue_id}`,
    })
  })

  it('without credentials, and to a page of another site with the cookie of a session', async () => {
    expect((await refusal(open(world.client(url), {}))).status).toBe(401)
    const cookies = { cookie: 'sessionid=x', origin: 'https://elsewhere.test' }
    const refused = refusal(EventStreamClient.open(world.client(url), {}, cookies, '/json'))
    expect([401, 403]).toContain((await refused).status)
  })
})

it('a client that does not read costs a cursor, and gets everything once it reads', async () => {
  const stream = await open(hamlet, { event_types: ['mark'] })
  stream.response.pause()
  const other = await open(iago, { event_types: ['mark'] })
  for (let n = 0; n < 2_000; n += 100) await emit(range(n, n + 100), 'x'.repeat(20_000))
  await other.waitFor((event) => event.n === 1_999)
  stream.response.resume()
  await stream.waitFor((event) => event.n === 1_999)
  expect(marksOf(stream.events)).toEqual(range(0, 2_000))
  stream.close()
  other.close()
})
