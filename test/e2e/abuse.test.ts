import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  MAX_BOTS_ASKED,
  MAX_NEW_CHANNELS_PER_DAY_OF_ADMINISTRATORS,
  MAX_NEW_CHANNELS_PER_REQUEST,
  MAX_SEARCH_PHRASES,
  MAX_UNFINISHED_UPLOADS,
} from '../../config/limits.ts'
import { checkSubscriptionCount } from '../../core/channels/subscriptions/subscribe.ts'
import { enqueueBots } from '../../core/messaging/sending/bot-triggers.ts'
import type { Outgoing } from '../../core/messaging/sending/store.ts'
import type { MessageId } from '../../core/platform/ids.ts'
import type { Tx } from '../../core/platform/transactions/transact.ts'
import type { RealmView } from '../../core/state/realm/view.ts'
import { BotType } from '../../core/state/users/bot-types.ts'
import type { Answer, Body, Client } from '../harness/client.ts'
import { Queue } from '../harness/queue.ts'
import { Socket } from '../harness/socket.ts'
import { create, createUpload } from '../harness/tus.ts'
import { World } from '../harness/world.ts'

const QUEUES = 3

let world: World
let url: string
let hamlet: Client
let iago: Client
beforeAll(async () => {
  world = await World.create({ EVENT_QUEUES_PER_USER: String(QUEUES), REALM_UPLOAD_QUOTA_MIB: '10' })
  url = (await world.gateway()).url
  hamlet = world.client(url, 'hamlet')
  iago = world.client(url, 'iago')
})
afterAll(() => world.close())

async function refusal(answer: Promise<Answer>): Promise<string> {
  const { status, body } = await answer
  expect([status, body.code]).toEqual([400, 'BAD_REQUEST'])
  return body.msg
}
const count = async (table: string) => (await world.sql(`SELECT count(*)::int AS n FROM ${table}`))[0].n

describe('oversized requests are refused and change nothing', () => {
  const many = (n: number) => Array.from({ length: n }, (_, i) => i + 1)
  const cases: [string, string, Record<string, unknown>, string][] = [
    [
      'POST',
      '/messages/flags',
      { messages: many(5001), op: 'add', flag: 'read' },
      'messages is too long (limit: 5000 items)',
    ],
    ['POST', '/drafts', { drafts: many(100_000) }, 'drafts is too long (limit: 1000 items)'],
    [
      'POST',
      '/users/me/subscriptions',
      { subscriptions: many(1001).map((n) => ({ name: `c${n}` })) },
      'subscriptions is too long (limit: 1000 items)',
    ],
    [
      'POST',
      '/users/me/subscriptions',
      { subscriptions: [{ name: 'Verona' }], principals: many(20_001) },
      'principals is too long (limit: 20000 items)',
    ],
    [
      'POST',
      '/user_groups/create',
      { name: 'x', description: '', members: many(20_001) },
      'members is too long (limit: 20000 items)',
    ],
    [
      'POST',
      '/register',
      { event_types: many(501).map(String) },
      'event_types is too long (limit: 500 items)',
    ],
    [
      'POST',
      '/register',
      { narrow: many(101).map(() => ['topic', 'x']) },
      'narrow is too long (limit: 100 items)',
    ],
    [
      'POST',
      '/register',
      { narrow: many(100).map(() => ['topic', 'x'.repeat(900)]) },
      'event_types and narrow are too long together (limit: 32768 bytes with all that is kept of a queue)',
    ],
    [
      'POST',
      '/messages/flags/narrow',
      {
        anchor: 'newest',
        num_before: 1,
        num_after: 0,
        op: 'add',
        flag: 'read',
        narrow: [{ operator: 'topic', operand: 'x'.repeat(10_001) }],
      },
      'narrow[0]["operand"] is too long (limit: 10000 characters)',
    ],
    [
      'POST',
      '/messages',
      { type: 'direct', to: many(1001), content: 'x' },
      'to is too long (limit: 600 items)',
    ],
    [
      'POST',
      '/messages',
      { type: 'channel', to: 'Verona', topic: 'x'.repeat(1001), content: 'x' },
      'topic is too long (limit: 1000 characters)',
    ],
    [
      'POST',
      '/messages',
      { type: 'channel', to: 'Verona', topic: 'x', content: 'x'.repeat(100_001) },
      'content is too long (limit: 100000 characters)',
    ],
    ['POST', '/drafts', { drafts: '['.repeat(9000) }, 'drafts is nested too deeply (limit: 32 levels)'],
  ]
  test.each(cases)('%s %s %#', async (method, path, parameters, msg) => {
    const before = await count('event_log')
    const answer = method === 'POST' ? hamlet.post(path, parameters) : hamlet.get(path, parameters)
    expect(await refusal(answer)).toBe(msg)
    expect(await count('event_log')).toBe(before)
  })

  test('the product of people and channels is bounded', () => {
    expect(() => checkSubscriptionCount(1000, 100)).not.toThrow()
    expect(() => checkSubscriptionCount(1000, 101)).toThrow('too many (limit: 100000 at once)')
  })
})

describe('searches leave database connections for other users', () => {
  const by = (operator: string, operand: string, negated = false) => ({ operator, operand, negated })
  const fetch = (narrow: unknown, client = hamlet) =>
    client.post('/messages/flags/narrow', {
      ...{ anchor: 'newest', num_before: 10, num_after: 0, op: 'add', flag: 'starred' },
      narrow,
    })

  test('a search for thousands of phrases is refused', async () => {
    const phrases = Array.from({ length: 3000 }, (_, n) => `"p ${n}"`)
    expect(await refusal(fetch([by('search', phrases.join(' '))]))).toMatch(/too long/)
    const spread = Array.from({ length: 60 }, (_, n) =>
      by('search', phrases.slice(n * 50, n * 50 + 50).join(' ')),
    )
    expect(await refusal(fetch(spread))).toBe(
      `narrow searches for too many phrases (limit: ${MAX_SEARCH_PHRASES})`,
    )
    const few = phrases.slice(0, MAX_SEARCH_PHRASES).join(' ')
    expect((await fetch([by('search', few)])).status).toBe(200)
  })

  test('searches for long words and for very many words take bounded time', async () => {
    expect((await fetch([by('search', 'x'.repeat(1000))])).status).toBe(200)
    expect((await fetch([by('search', 'ab '.repeat(333))])).status).toBe(200)
    expect(await refusal(fetch([by('search', 'x'.repeat(1001))]))).toBe(
      'narrow has a search that is too long (limit: 1000 characters)',
    )
  })

  test('searches that take too long are cancelled, and other users are served meanwhile', {
    timeout: 600_000,
  }, async () => {
    const lock = new pg.Client({ connectionString: world.config.databaseUrl })
    lock.on('error', () => undefined)
    await lock.connect()
    await lock.query('BEGIN; LOCK TABLE reaction IN ACCESS EXCLUSIVE MODE')
    // 30 searches of one user would occupy all ten connections of the gateway for thirty seconds.
    const searches = Array.from({ length: 30 }, () => fetch([by('has', 'reaction')]))
    const running = () =>
      world.sql(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      )
    while ((await running()).length < 2) await sleep(20)
    expect((await iago.get('/drafts')).status).toBe(200)
    expect((await hamlet.get('/users/me')).status).toBe(200)
    expect((await running()).length).toBeLessThanOrEqual(2)
    // The first searches time out while the table is still locked.
    const first = await Promise.race(searches.slice(0, 2))
    expect([first.status, first.body.code]).toEqual([400, 'BAD_NARROW'])
    await lock.query('ROLLBACK')
    await lock.end()
    const answers = await Promise.all(searches)
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(8)
    for (const { status } of answers) expect([200, 400, 429]).toContain(status)
  })
})

describe('event queues', () => {
  const gone = async (client: Client, { id, lastEventId }: Queue) => {
    const cursor = { queue_id: id, last_event_id: lastEventId, dont_block: true }
    return (await client.get('/events', cursor)).body.code === 'BAD_EVENT_QUEUE_ID'
  }

  test('of one user are limited: the oldest queue and its listener end', async () => {
    const client = world.client(url, 'othello')
    const oldest = await Queue.register(client)
    const poll = client.get('/events', { queue_id: oldest.id, last_event_id: oldest.lastEventId })
    const second = await Queue.register(client)
    const socket = await Socket.open(client, { queueId: second.id, lastEventId: second.lastEventId })
    for (let n = 2; n < QUEUES; n++) await Queue.register(client)
    expect(socket.isOpen).toBe(true)

    const newest = await Queue.register(client)
    await poll
    expect(await gone(client, oldest)).toBe(true)
    expect(socket.isOpen).toBe(true)
    await Queue.register(client)
    expect((await socket.closed).code).toBeGreaterThanOrEqual(4000)
    const dontBlock = { queue_id: newest.id, last_event_id: newest.lastEventId, dont_block: true }
    expect((await client.get('/events', dontBlock)).status).toBe(200)
  })

  test('that have expired do not count', async () => {
    const client = world.client(url, 'prospero')
    const living = await Queue.register(client)
    for (let n = 0; n < 10; n++) {
      const { id } = await Queue.register(client)
      for (const key of await world.redis.keys(`event-queue:*${id}`)) await world.redis.del(key)
    }
    const cursor = { queue_id: living.id, last_event_id: living.lastEventId, dont_block: true }
    expect((await client.get('/events', cursor)).body).toMatchObject({ result: 'success' })
  })

  test('of another gateway end with their listeners too', async () => {
    const client = world.client(url, 'zoe')
    const other = world.client((await world.gateway()).url, 'zoe')
    const oldest = await Queue.register(other)
    const poll = other.get('/events', { queue_id: oldest.id, last_event_id: oldest.lastEventId })
    while (
      (await world.redis.hget((await world.redis.keys(`event-queue:*${oldest.id}`))[0]!, 'gateway')) === null
    ) {
      await sleep(10)
    }
    for (let n = 0; n < QUEUES; n++) await Queue.register(client)
    await poll
    expect(await gone(client, oldest)).toBe(true)
  })
})

test('the number of new channels in a request and in a day is limited', { timeout: 600_000 }, async () => {
  let n = 0
  const some = (size: number) => Array.from({ length: size }, () => ({ name: `flood ${n++}` }))
  const make = (size: number) => iago.post('/users/me/subscriptions', { subscriptions: some(size) })
  const before = await count('channel')
  expect(await refusal(make(MAX_NEW_CHANNELS_PER_REQUEST + 1))).toBe(
    `You cannot create more than ${MAX_NEW_CHANNELS_PER_REQUEST} channels at once.`,
  )
  expect(await count('channel')).toBe(before)
  for (
    let made = 0;
    made < MAX_NEW_CHANNELS_PER_DAY_OF_ADMINISTRATORS;
    made += MAX_NEW_CHANNELS_PER_REQUEST
  ) {
    expect((await make(MAX_NEW_CHANNELS_PER_REQUEST)).body).toMatchObject({ msg: '' })
  }
  for (const answer of [make(1), iago.post('/channels/create', { name: 'one more', subscribers: [] })]) {
    const { status, body } = await answer
    expect([status, body.code]).toEqual([429, 'RATE_LIMIT_HIT'])
  }
  expect(await count('channel')).toBe(before + MAX_NEW_CHANNELS_PER_DAY_OF_ADMINISTRATORS)
})

describe('incomplete uploads', () => {
  const MiB = 1024 * 1024

  test('count with their declared size', async () => {
    await createUpload(hamlet, 6 * MiB)
    const { status, text } = await create(iago, 5 * MiB)
    expect([status, text]).toEqual([413, expect.stringContaining('upload quota')])
    await createUpload(iago, 3 * MiB)
  })

  test('of one user are limited', { timeout: 600_000 }, async () => {
    const othello = world.client(url, 'othello')
    for (let n = 0; n < MAX_UNFINISHED_UPLOADS; n++) await createUpload(othello, 1)
    const { status, text } = await create(othello, 1)
    expect([status, text]).toEqual([
      413,
      expect.stringContaining(`too many uploads that are not complete (limit: ${MAX_UNFINISHED_UPLOADS})`),
    ])
    await createUpload(iago, 1)
  })
})

test('a message triggers a limited number of the bots that it mentions', () => {
  const jobs: unknown[] = []
  const ids = Array.from({ length: 100 }, (_, n) => n + 1)
  const bot = { isActive: true, botType: BotType.outgoingWebhook }
  const realm = { users: new Map(ids.map((id) => [id, { id, ...bot }])) } as unknown as RealmView
  const tx = { realm: 1, enqueue: (...job: unknown[]) => jobs.push(job) } as unknown as Tx
  const sent = {
    sender: { isBot: false },
    rendered: { mentionedUsers: ids },
    destination: { kind: 'channel' },
  }
  enqueueBots(tx, realm, 1 as MessageId, sent as unknown as Outgoing)
  expect(jobs.length).toBe(MAX_BOTS_ASKED)
})

test('refusals have the documented errors', async () => {
  const body: Body = (await hamlet.post('/typing', { op: 'start', to: Array(1001).fill(1) })).body
  expect(body).toEqual({ result: 'error', msg: 'to is too long (limit: 600 items)', code: 'BAD_REQUEST' })
})
