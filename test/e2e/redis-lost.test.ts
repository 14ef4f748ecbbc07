import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { EmbeddedServer } from '../../config/embedded/processes.ts'
import { startRedis } from '../../config/embedded/redis.ts'
import { waitForPolls } from '../harness/queue.ts'
import { Storm } from '../harness/storm.ts'
import { World } from '../harness/world.ts'

// Processes start and stop in these tests, which takes long on a busy machine.
vi.setConfig({ testTimeout: 600_000 })

let world: World
let urls: string[]
let storm: Storm

async function openGateways(): Promise<void> {
  const settings = { LOG_LEVEL: process.env.LL ?? 'silent' }
  urls = (await Promise.all([world.gateway(settings), world.gateway(settings)])).map(({ url }) => url)
  storm = new Storm(world, urls)
}

describe('when wiped while people write', () => {
  beforeAll(async () => {
    world = await World.create()
    await openGateways()
  })
  afterAll(() => world.close())

  test('all messages are stored and reach every client, and clients register again', async () => {
    const clients = await storm.audience()
    const people = storm.writers()
    for (let wipe = 0; wipe < 3; wipe++) {
      await people.write(20)
      await world.emptyRedis()
    }
    await people.write(20)
    await storm.expectRegistrationsAgain(clients)
    await storm.expectNothingLost(clients, await people.stop())
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
    const clients = await storm.audience()
    const people = storm.writers()
    await people.write(20)
    await kill()
    await people.write(20)
    const newest = people.newest()
    await Promise.all(clients.map((client) => client.knows(newest)))
    await start()
    await people.write(20)
    await storm.expectNothingLost(clients, await people.stop())
    // Redis restored the queues from its file, so no client registers again.
    for (const client of clients) expect(client.registrations).toBe(1)
  })

  test('when it comes back empty, clients register again and no message is lost', async () => {
    const clients = await storm.audience()
    const people = storm.writers()
    await people.write(20)
    await kill()
    await rm(join(directory, 'redis'), { recursive: true })
    await people.write(20)
    await start()
    await people.write(20)
    await storm.expectRegistrationsAgain(clients)
    await storm.expectNothingLost(clients, await people.stop())
  })

  test('when it hangs, people write and receive events meanwhile and afterwards', async () => {
    const clients = await storm.audience()
    const people = storm.writers()
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
    await storm.expectNothingLost(clients, await people.stop())
    for (const client of clients) expect(client.registrations).toBe(1)
  })

  test('when it hangs, requests for queues are refused as unavailable, again and again', async () => {
    const cordelia = world.client(urls[0]!, 'cordelia')
    const { queue_id, last_event_id } = await cordelia.ok(cordelia.post('/register'))
    const unavailable = { status: 503, body: { code: 'EVENT_QUEUES_UNAVAILABLE', result: 'error' } }
    redis.process.kill('SIGSTOP')
    try {
      const poll = { queue_id, last_event_id, dont_block: true }
      const other = world.client(urls[1]!, 'cordelia')
      for (let round = 0; round < 2; round++) {
        const answers = await Promise.all([cordelia.post('/register'), other.get('/events', poll)])
        for (const answer of answers) expect(answer).toMatchObject(unavailable)
      }
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
    // The gateway may not have noticed yet that Redis is back after the test before.
    await expect.poll(async () => (await cordelia.post('/register')).status).toBe(200)
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
