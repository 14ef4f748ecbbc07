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

// Processes start and end in these: a busy machine takes its time.
vi.setConfig({ testTimeout: 600_000 })

let world: World
let urls: string[]
/** Ids of all messages that were accepted in this world. */
let acknowledged: number[]

const PEOPLE = ['hamlet', 'cordelia', 'othello', 'polonius', 'iago', 'zoe']

/** Everyone, at both gateways. */
async function audience(): Promise<LiveClient[]> {
  const clients = PEOPLE.map((name, index) => {
    const order = index % 2 === 0 ? urls : [...urls].reverse()
    return new LiveClient(order.map((url) => world.client(url, name)))
  })
  await Promise.all(clients.map((client) => client.knows()))
  return clients
}

/** Somebody who goes on writing, at both gateways in turn, until told to stop. */
class Writer {
  readonly answers: Answer[] = []
  readonly #name: string
  readonly #running: Promise<void>
  #writing = true

  constructor(name: string) {
    this.#name = name
    this.#running = this.#run()
  }

  /** Resolves when so many more messages have been answered. */
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

/** Two people who write during a test; `all` of their answers when they have stopped. */
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

/** Every message was accepted and is stored once; every client was told of all of them; the stream goes on. */
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

describe('wiped while people write', () => {
  beforeAll(async () => {
    world = await World.create()
    await openGateways()
  })
  afterAll(() => world.close())

  test('every message is stored and reaches everyone; clients register anew', async () => {
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

describe('killed while people write', () => {
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
  // Whatever a test leaves behind: the next one and the gateways need a server.
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

  test('people go on writing and hearing while it is away, and afterwards, with their queues', async () => {
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
    // Its file had the queues: nobody noticed.
    for (const client of clients) expect(client.registrations).toBe(1)
  })

  test('it comes back empty: clients register anew and nothing is lost', async () => {
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

  test('it hangs: people go on writing and hearing, and with it when it goes on', async () => {
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

  test('it hangs: whoever registers is told to try again, and soon', async () => {
    const cordelia = world.client(urls[0]!, 'cordelia')
    const { queue_id, last_event_id } = await cordelia.ok(cordelia.post('/register'))
    const unavailable = { status: 503, body: { code: 'EVENT_QUEUES_UNAVAILABLE', result: 'error' } }
    redis.process.kill('SIGSTOP')
    try {
      const hung = Date.now()
      // Those that come at once wait for its answer, and no longer than for one.
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

  test('a gateway that starts while it is away serves when it is back, and hears of the others', async () => {
    await kill()
    const { url } = await world.gateway({ LOG_LEVEL: process.env.LL ?? 'silent' })
    const cordelia = [url, urls[0]!].map((address) => world.client(address, 'cordelia'))
    const me = await cordelia[0]!.get('/users/me')
    expect(me.status).toBe(200)
    await start()
    // Each gateway hears of the others once it has subscribed again.
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

  test('whoever is not attached is told to try again, and nobody that a queue is gone', async () => {
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
