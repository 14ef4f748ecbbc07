import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { EmbeddedServer } from '../../config/embedded/processes.ts'
import { startRedis } from '../../config/embedded/redis.ts'
import type { Answer } from '../harness/client.ts'
import { LiveClient } from '../harness/live-client.ts'
import { expectStreamToContinueLog } from '../harness/log-and-stream.ts'
import { World } from '../harness/world.ts'

let world: World
let urls: string[]

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
function writer(name: string): { readonly answers: Answer[]; stop(): Promise<void> } {
  const answers: Answer[] = []
  let writing = true
  const run = async () => {
    for (let n = 0; writing; n++) {
      const client = world.client(urls[n % urls.length]!, name)
      const message = { type: 'channel', to: 'Verona', topic: 'storm', content: `line ${n}` }
      answers.push(await client.post('/messages', message))
      await sleep(2)
    }
  }
  const running = run()
  return {
    answers,
    stop: () => {
      writing = false
      return running
    },
  }
}

async function stored(): Promise<number[]> {
  const rows = await world.sql<{ id: number }>('SELECT id::int FROM message ORDER BY id')
  return rows.map((row) => row.id)
}

/** Every message was accepted and is stored once; every client was told of all of them; the stream goes on. */
async function expectNothingLost(clients: readonly LiveClient[], answers: readonly Answer[]): Promise<void> {
  expect(answers.filter((answer) => answer.status !== 200)).toEqual([])
  const ids = await stored()
  const acknowledged = answers.map((answer) => answer.body.id as number)
  expect(new Set(acknowledged).size).toBe(answers.length)
  expect(ids).toEqual(expect.arrayContaining(acknowledged))
  await Promise.all(clients.map((client) => client.knows(ids.at(-1))))
  await Promise.all(clients.map((client) => client.stop()))
  for (const client of clients) client.expectNoHole(ids)
  await expectStreamToContinueLog(world)
}

async function openGateways(): Promise<void> {
  const settings = { LOG_LEVEL: 'silent' }
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
    const writers = ['desdemona', 'aaron'].map(writer)
    for (let wipe = 0; wipe < 3; wipe++) {
      await sleep(200)
      await world.redis.flushdb()
    }
    await sleep(200)
    await Promise.all(writers.map((one) => one.stop()))
    await expectNothingLost(
      clients,
      writers.flatMap((one) => one.answers),
    )
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
  afterEach(() => expect(redis.process.exitCode).toBe(null))

  async function kill(): Promise<void> {
    redis.process.kill('SIGKILL')
    while (redis.process.signalCode === null) await sleep(5)
  }

  async function start(): Promise<void> {
    redis = await startRedis({ directory, port: Number(new URL(redis.url).port) })
  }

  test('people go on writing and hearing while it is away, and afterwards, with their queues', async () => {
    const clients = await audience()
    const writers = ['desdemona', 'aaron'].map(writer)
    await sleep(200)
    await kill()
    await sleep(50)
    const during = writers.map((one) => one.answers.length)
    await sleep(500)
    const heardAway = writers[0]!.answers.at(-1)!.body.id
    await Promise.all(clients.map((client) => client.knows(heardAway)))
    for (const [index, one] of writers.entries())
      expect(one.answers.length).toBeGreaterThan(during[index]! + 5)
    await start()
    await sleep(200)
    await Promise.all(writers.map((one) => one.stop()))
    await expectNothingLost(
      clients,
      writers.flatMap((one) => one.answers),
    )
    // Its file had the queues: nobody noticed.
    for (const client of clients) expect(client.registrations).toBe(1)
  })

  test('it comes back empty: clients register anew and nothing is lost', async () => {
    const clients = await audience()
    const writers = ['desdemona', 'aaron'].map(writer)
    await sleep(200)
    await kill()
    await rm(join(directory, 'redis'), { recursive: true })
    await sleep(200)
    await start()
    await sleep(200)
    await Promise.all(writers.map((one) => one.stop()))
    await expectNothingLost(
      clients,
      writers.flatMap((one) => one.answers),
    )
    for (const client of clients) expect(client.registrations).toBeGreaterThan(1)
  })
})
