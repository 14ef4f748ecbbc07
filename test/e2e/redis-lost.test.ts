import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { EmbeddedServer } from '../../config/embedded/processes.ts'
import { startRedis } from '../../config/embedded/redis.ts'
import type { Answer } from '../harness/client.ts'
import { LiveClient } from '../harness/live-client.ts'
import { expectStreamToContinueLog } from '../harness/log-and-stream.ts'
import { waitForPolls } from '../harness/queue.ts'
import { World } from '../harness/world.ts'

// Processes start and stop in these tests, which takes long on a busy machine.
vi.setConfig({ testTimeout: 600_000 })

let world: World
let urls: string[]
/** Ids of all accepted messages of this test world. */
let acknowledged: number[]

const PEOPLE = ['hamlet', 'cordelia', 'othello', 'polonius', 'iago', 'zoe']

/** Clients of all people, at both gateways. */
async function audience(): Promise<LiveClient[]> {
  const clients = PEOPLE.map((name, index) => {
    const order = index % 2 === 0 ? urls : [...urls].reverse()
    return new LiveClient(order.map((url) => world.client(url, name)))
  })
  await Promise.all(clients.map((client) => client.knows()))
  return clients
}

/** A user who writes at both gateways in turn until stopped. */
class Writer {
  readonly answers: Answer[] = []
  readonly #name: string
  readonly #running: Promise<void>
  #writing = true

  constructor(name: string) {
    this.#name = name
    this.#running = this.#run()
  }

  /** Resolves after `count` further messages have been accepted. */
  async writes(more: number): Promise<void> {
    const enough = this.answers.length + more
    while (this.answers.length < enough) await sleep(5)
  }

  stop(): Promise<void> {
    this.#writing = false
    return this.#running
  }

  async #run(): Promise<void> {
    for (let n = 0; this.#writing; n++) {
      const client = world.client(urls[n % urls.length]!, this.#name)
      const message = { type: 'channel', to: 'Verona', topic: 'storm', content: `line ${n}` }
      this.answers.push(await client.post('/messages', message))
      await sleep(2)
    }
  }
}

/** Two people who write during a test; `all` has their responses when they have stopped. */
function writers() {
  const both = ['desdemona', 'aaron'].map((name) => new Writer(name))
  return {
    write: (more: number) => Promise.all(both.map((writer) => writer.writes(more))),
    async stop(): Promise<Answer[]> {
      await Promise.all(both.map((writer) => writer.stop()))
      return both.flatMap((writer) => writer.answers)
    },
    newest: () => Math.max(...both.flatMap((writer) => writer.answers.map((answer) => answer.body.id))),
  }
}

async function stored(): Promise<number[]> {
  const rows = await world.sql<{ id: number }>('SELECT id::int FROM message ORDER BY id')
  return rows.map((row) => row.id)
}

/** Checks that every message is stored once and reached every client, and that the stream continues. */
async function expectNothingLost(clients: readonly LiveClient[], answers: readonly Answer[]): Promise<void> {
  expect(answers.filter((answer) => answer.status !== 200)).toEqual([])
  acknowledged.push(...answers.map((answer) => answer.body.id))
  const ids = await stored()
  expect(ids).toEqual(acknowledged.toSorted((a, b) => a - b))
  await Promise.all(clients.map((client) => client.knows(ids.at(-1))))
  await Promise.all(clients.map((client) => client.stop()))
  for (const client of clients) client.expectNoHole(ids)
  await expectStreamToContinueLog(world)
}

async function openGateways(): Promise<void> {
  acknowledged = []
  const settings = { LOG_LEVEL: process.env.LL ?? 'silent' }
  urls = (await Promise.all([world.gateway(settings), world.gateway(settings)])).map(({ url }) => url)
}

describe('when wiped while people write', () => {
  beforeAll(async () => {
    world = await World.create()
    await openGateways()
  })
  afterAll(() => world.close())

  test('all messages are stored and reach every client, and clients register again', async () => {
    const clients = await audience()
    const people = writers()
    for (let wipe = 0; wipe < 3; wipe++) {
      await people.write(20)
      await world.redis.flushdb()
    }
    await people.write(20)
    await expectNothingLost(clients, await people.stop())
    for (const client of clients) expect(client.registrations).toBeGreaterThan(1)
  })
})

describe('when killed while people write', () => {
  let directory: string
  let redis: EmbeddedServer

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'loquat-redis-'))
    redis = await startRedis({ directory })
    world = await World.create({ REDIS_URL: redis.url })
    await openGateways()
  })
  afterAll(async () => {
    await world.close()
    await redis.stop()
    await rm(directory, { recursive: true, force: true })
  })
  // The next test and the gateways need a running server, whatever state this test ends in.
  afterEach(async () => {
    redis.process.kill('SIGCONT')
    if (redis.process.signalCode !== null) await start()
  })

  async function kill(): Promise<void> {
    redis.process.kill('SIGKILL')
    while (redis.process.signalCode === null) await sleep(5)
  }

  async function start(): Promise<void> {
    redis = await startRedis({ directory, port: Number(new URL(redis.url).port) })
  }

  test('people write and receive events during the outage and afterwards, with their queues', async () => {
    const clients = await audience()
    const people = writers()
    await people.write(20)
    await kill()
    await people.write(20)
    const newest = people.newest()
    await Promise.all(clients.map((client) => client.knows(newest)))
    await start()
    await people.write(20)
    await expectNothingLost(clients, await people.stop())
    // Redis restored the queues from its file, so no client registers again.
    for (const client of clients) expect(client.registrations).toBe(1)
  })

  test('when it comes back empty, clients register again and no message is lost', async () => {
    const clients = await audience()
    const people = writers()
    await people.write(20)
    await kill()
    await rm(join(directory, 'redis'), { recursive: true })
    await people.write(20)
    await start()
    await people.write(20)
    await expectNothingLost(clients, await people.stop())
    for (const client of clients) expect(client.registrations).toBeGreaterThan(1)
  })

  test('when it hangs, people write and receive events meanwhile and afterwards', async () => {
    const clients = await audience()
    const people = writers()
    await people.write(20)
    redis.process.kill('SIGSTOP')
    try {
      await people.write(20)
      const newest = people.newest()
      await Promise.all(clients.map((client) => client.knows(newest)))
    } finally {
      redis.process.kill('SIGCONT')
    }
    await people.write(20)
    await expectNothingLost(clients, await people.stop())
    for (const client of clients) expect(client.registrations).toBe(1)
  })

  test('when it hangs, register responds soon with Retry-After', async () => {
    const cordelia = world.client(urls[0]!, 'cordelia')
    const { queue_id, last_event_id } = await cordelia.ok(cordelia.post('/register'))
    const unavailable = { status: 503, body: { code: 'EVENT_QUEUES_UNAVAILABLE', result: 'error' } }
    redis.process.kill('SIGSTOP')
    try {
      const hung = Date.now()
      // Concurrent requests wait for the same reply, and no longer than a single request does.
      expect(await cordelia.post('/register')).toMatchObject(unavailable)
      expect(Date.now() - hung).toBeLessThan(4_000)
      const before = performance.now()
      expect(await cordelia.post('/register')).toMatchObject(unavailable)
      const poll = { queue_id, last_event_id, dont_block: true }
      expect(await world.client(urls[1]!, 'cordelia').get('/events', poll)).toMatchObject(unavailable)
      expect(performance.now() - before).toBeLessThan(1_000)
    } finally {
      redis.process.kill('SIGCONT')
    }
    await expect.poll(async () => (await cordelia.post('/register')).status, { timeout: 120_000 }).toBe(200)
  })

  test('a gateway that starts during the outage serves when Redis is back, and receives events of other gateways', async () => {
    await kill()
    const { url } = await world.gateway({ LOG_LEVEL: process.env.LL ?? 'silent' })
    const cordelia = [url, urls[0]!].map((address) => world.client(address, 'cordelia'))
    const me = await cordelia[0]!.get('/users/me')
    expect(me.status).toBe(200)
    await start()
    // Each gateway receives events of the others once it has subscribed again.
    await expect
      .poll(() => world.redis.pubsub('CHANNELS', 'gateway:*').catch(() => []), { timeout: 120_000 })
      .toHaveLength(3)
    const registered = async () => (await cordelia[0]!.post('/register', { event_types: ['message'] })).body
    let queue = await registered()
    while (queue.result !== 'success') queue = await registered()
    const { queue_id, last_event_id } = queue
    const here = cordelia[0]!.get('/events', { queue_id, last_event_id })
    await waitForPolls(url, 1)
    const there = cordelia[1]!.get('/events', { queue_id, last_event_id })
    expect((await here).body.events).toEqual([])
    await waitForPolls(urls[0]!, 1)
    const message = { type: 'direct', to: [world.userId('cordelia')], content: 'well?' }
    await world.client(url, 'hamlet').post('/messages', message)
    expect((await there).body.events[0].message.content).toBe('well?')
  })

  test('clients without a listener get Retry-After, and no client learns that its queue is gone', async () => {
    const cordelia = world.client(urls[0]!, 'cordelia')
    const { queue_id, last_event_id } = await cordelia.ok(cordelia.post('/register'))
    await kill()
    const unavailable = { status: 503, body: { code: 'EVENT_QUEUES_UNAVAILABLE', result: 'error' } }
    expect(await cordelia.get('/events', { queue_id, last_event_id })).toMatchObject(unavailable)
    expect(await cordelia.delete('/events', { queue_id })).toMatchObject(unavailable)
    expect(await cordelia.post('/register')).toMatchObject(unavailable)
    await start()
    const poll = () => cordelia.get('/events', { queue_id, last_event_id, dont_block: true })
    let answer = await poll()
    while (answer.status === 503) answer = await poll()
    expect(answer.status).toBe(200)
  })
})
