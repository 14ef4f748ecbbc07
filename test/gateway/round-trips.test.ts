import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Gateway } from '../../gateway/gateway.ts'
import type { Answer, Body, Client } from '../harness/client.ts'
import { FlakyProxy } from '../harness/flaky-proxy.ts'
import { Queue } from '../harness/queue.ts'
import { World } from '../harness/world.ts'

/** The lines of the request log: the number of waits for Postgres and for Redis. */
const lines: Body[] = []
let world: World
let hamlet: Client
let iago: Client
let url: string

beforeAll(async () => {
  world = await World.create()
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const gateway = await Gateway.open(world.config, log)
  world.onClose(() => gateway.close())
  url = `http://127.0.0.1:${await gateway.listen(0, '127.0.0.1')}`
  hamlet = world.client(url, 'hamlet')
  iago = world.client(url, 'iago')
})
afterAll(() => world.close())

/** Round trips of one successful request. */
async function tripsOf(request: () => Promise<Answer>): Promise<{ postgres: number; redis: number }> {
  lines.length = 0
  const { status, body } = await request()
  expect(status, JSON.stringify(body)).toBe(200)
  await expect.poll(() => lines.filter((line) => 'route' in line).length).toBe(1)
  const { postgres, redis } = lines.find((line) => 'route' in line)
  return { postgres, redis }
}

const message = (content: string) => ({ type: 'channel', to: 'Verona', topic: 'trips', content })
const say = async (content: string): Promise<number> =>
  (await iago.ok(iago.post('/messages', message(content)))).id

test('hot paths make no round trip to check whether memory is current', async () => {
  const id = await say('first')
  const { stream_id: verona } = await hamlet.ok(hamlet.get('/get_stream_id', { stream: 'Verona' }))
  const range = { anchor: 'newest', num_before: 10, num_after: 0 }
  const reaction = { emoji_name: 'tada' }
  const star = { op: 'add', flag: 'starred', messages: [id] }
  const requests: Record<string, () => Promise<Answer>> = {
    send: () => hamlet.post('/messages', message('second')),
    sendAgain: () => hamlet.post('/messages', message('third')),
    star: () => hamlet.post('/messages/flags', star),
    react: () => hamlet.post(`/messages/${id}/reactions`, reaction),
    read: () => hamlet.get('/messages', range),
    readAgain: () => hamlet.get('/messages', range),
    readOne: () => hamlet.get(`/messages/${id}`),
    topics: () => hamlet.get(`/users/me/${verona}/topics`),
    subscriptions: () => hamlet.get('/users/me/subscriptions'),
    drafts: () => hamlet.get('/drafts'),
    type: () => hamlet.post('/typing', { type: 'direct', op: 'start', to: [world.userId('iago')] }),
  }
  const trips: Record<string, number> = {}
  for (const [name, request] of Object.entries(requests)) trips[name] = (await tripsOf(request)).postgres
  expect(trips).toEqual({
    send: 2, // BEGIN, the lock, the conversation and an id; the message, its event and COMMIT.
    sendAgain: 1, // The message and its event, because the conversation and the sender's topic are known.
    star: 2, // BEGIN, the lock, permission to read and the flag; its event and COMMIT.
    react: 6, // BEGIN and the lock; message; same reaction; reaction; who starred it; event and COMMIT.
    read: 2, // Messages, and texts that are not in memory.
    readAgain: 1,
    readOne: 1,
    topics: 1,
    subscriptions: 1,
    drafts: 1,
    type: 0,
  })
})

test('a poll soon after another makes no round trip', async () => {
  const queue = await Queue.register(hamlet, { event_types: ['message'] })
  await say('third')
  expect((await tripsOf(() => queue.poll())).redis).toBeGreaterThan(0)
  await say('fourth')
  expect(await tripsOf(() => queue.poll())).toEqual({ postgres: 0, redis: 0 })
})

test('other requests for one row make one round trip', async () => {
  expect((await tripsOf(() => hamlet.get('/user_groups'))).postgres).toBe(1)
})

test('a message with a wildcard is sent in the batch of others', async () => {
  const plain = await tripsOf(() => iago.post('/messages', message('@_**all**')))
  const wildcard = await tripsOf(() => iago.post('/messages', message('@**all**')))
  // For the recipients of the wildcard mention.
  expect(wildcard.postgres).toBeLessThanOrEqual(plain.postgres + 1)
})

test('a message to a known conversation takes one write to Postgres', async () => {
  const address = new URL(world.env.DATABASE_URL!)
  const proxy = new FlakyProxy(address)
  address.hostname = '127.0.0.1'
  address.port = String(await proxy.start())
  const { gateway, url: proxied } = await world.gateway({ DATABASE_URL: address.href })
  try {
    const sender = world.client(proxied, 'hamlet')
    const writesOf = async (body: Body) => {
      const counts: number[] = []
      for (let n = 0; n < 10; n++) {
        const before = proxy.piecesSent
        await sender.ok(sender.post('/messages', { ...body, content: `number ${n}` }))
        counts.push(proxy.piecesSent - before)
      }
      return Math.min(...counts) // Others are higher when the gateway looks at its log meanwhile.
    }
    expect(await writesOf({ type: 'channel', to: 'Verona', topic: 'writes' })).toBe(1)
    expect(await writesOf({ type: 'direct', to: [world.userId('iago')] })).toBe(1)
  } finally {
    await gateway.close()
    await proxy.stop()
  }
})
