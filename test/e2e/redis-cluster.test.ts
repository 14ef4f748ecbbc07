import { afterAll, beforeAll, expect, test } from 'vitest'
import { CreationLinks } from '../../core/organization/settings/creation-link.ts'
import { announcementChannel } from '../../core/platform/events/announcement.ts'
import { streamKeys } from '../../core/platform/events/log.ts'
import type { RealmId } from '../../core/platform/ids.ts'
import { BullSink } from '../../core/platform/jobs/sink.ts'
import type { Core } from '../../core/state/core.ts'
import { UploadLocks } from '../../storage/resumable/locks.ts'
import { defineJob } from '../../workers/running/define-job.ts'
import { JobWorker } from '../../workers/running/worker.ts'
import { EventReader } from '../harness/event-reader.ts'
import { anyJob } from '../harness/jobs.ts'
import { badQueue, Queue } from '../harness/queue.ts'
import { RedisCluster } from '../harness/redis-cluster.ts'
import { isDeclaredKey } from '../harness/redis-keys.ts'
import { Socket } from '../harness/socket.ts'
import { Storm } from '../harness/storm.ts'
import { silent, World } from '../harness/world.ts'

/** All tests share six servers, two gateways and a worker, in the order of this file. */
let cluster: RedisCluster
let world: World
let core: Core
let urls: string[]
let storm: Storm
let worker: JobWorker
const done: number[] = []

const NOTE = anyJob('upkeep', 'note')
const enqueue = (n: number) =>
  core.transact(world.organization.realmId as RealmId, async (tx) => tx.enqueue(NOTE, { n }))
const jobsLeft = async () => (await world.sql('SELECT 1 FROM job_outbox')).length
/** A key of the organization, and one of the jobs: their slots are on different masters. */
const realmKey = () => streamKeys(world.organization.realmId as RealmId).stream
const JOBS_KEY = '{jobs}:upkeep:id'
/** How many processes the master of the organization's slot announces new events to. */
const announcedTo = async () => {
  const { client } = await cluster.masterOf(realmKey())
  const channel = announcementChannel(core.redis, world.organization.realmId as RealmId)
  return ((await client.call('PUBSUB', 'SHARDNUMSUB', channel)) as [string, number])[1]
}

beforeAll(async () => {
  cluster = await RedisCluster.start()
  world = await World.create({ REDIS_URL: cluster.url })
  const settings = { LOG_LEVEL: process.env.LL ?? 'silent' }
  const [first, second] = await Promise.all([world.gateway(settings), world.gateway(settings)])
  core = first.gateway.core
  urls = [first.url, second.url]
  storm = new Storm(world, urls)
  const sink = new BullSink(world.config.redisUrl)
  world.onClose(() => sink.close())
  worker = new JobWorker(core, silent, sink, world.config)
  const run = async ({ data }: { data: unknown }) => void done.push((data as { n: number }).n)
  await worker.start([defineJob({ ...NOTE, retry: { attempts: 8 }, run })])
})
afterAll(async () => {
  await worker?.stop()
  await world?.close()
  await cluster?.stop()
})

/** Uses everything that needs Redis once, with both gateways. */
async function useEverything(round: number): Promise<void> {
  const [here, there] = urls as [string, string]
  const to = [world.userId('cordelia')]
  const reader = await EventReader.start(world.client(here, 'cordelia'))
  const registered = await world
    .client(there, 'cordelia')
    .ok(world.client(there, 'cordelia').post('/register'))
  const { queue_id: queueId, last_event_id: lastEventId } = registered
  const { ticket } = await world
    .client(there, 'cordelia')
    .ok(world.client(there, 'cordelia').post('/events/ticket', { queue_id: queueId }))
  const socket = await Socket.open(world.client(here, 'cordelia'), { queueId, lastEventId, ticket })
  const hamlet = world.client(there, 'hamlet')
  await hamlet.ok(hamlet.post('/typing', { type: 'direct', op: 'start', to: JSON.stringify(to) }))
  await hamlet.ok(hamlet.post('/users/me/presence', { status: 'active', new_user_input: true }))
  await hamlet.ok(hamlet.post('/messages', { type: 'direct', to, content: `round ${round}` }))
  for (const each of [reader, socket]) {
    await each.waitFor((event) => event.message?.content === `round ${round}`)
    await each.waitFor((event) => event.type === 'typing')
  }
  const seen = await world.client(here, 'cordelia').get('/users/hamlet@demo.test/presence')
  expect(seen.body.presence.aggregated.status).toBe('active')
  await reader.stop()
  await socket.close()

  await Promise.all([1, 2, 3].map((n) => enqueue(10 * round + n)))
  await expect.poll(jobsLeft).toBe(0)
  expect(
    done
      .splice(0)
      .filter((n) => n > 10 * round)
      .sort(),
  ).toEqual([1, 2, 3].map((n) => 10 * round + n))
}

test('events, presence, jobs, limits and locks work, and all keys have their tag', async () => {
  await useEverything(1)
  const link = new CreationLinks(core.redis, world.config.secretKey)
  expect(await link.use(await link.issue())).toBe('valid')
  const lock = new UploadLocks(core.redis).newLock('one')
  await lock.lock(AbortSignal.timeout(10_000), () => undefined)
  const wrong = { username: 'hamlet@demo.test', password: 'wrong' }
  expect((await world.client(urls[0]!).post('/fetch_api_key', wrong)).status).toBe(401)
  await expect.poll(async () => (await fetch(`${urls[0]}/health/ready`)).status).toBe(200)

  const masters = await cluster.masters()
  expect(masters).toHaveLength(3)
  const keys = (await Promise.all(masters.map(({ client }) => client.keys('*')))).flat()
  await lock.unlock()
  expect(keys.filter((key) => !isDeclaredKey(key))).toEqual([])
  for (const kind of [
    'events:',
    'event-queue:',
    'presence:',
    'rate:',
    '{jobs}',
    '{processes}',
    'upload-lock:',
  ])
    expect(keys.some((key) => key.startsWith(kind))).toBe(true)
})

test('gateways count the requests of a user together', async () => {
  const limited = { RATE_LIMIT_USER_PER_MINUTE: '6' }
  const strict = await Promise.all([world.gateway(limited), world.gateway(limited)])
  const statuses = new Set<number>()
  for (let n = 0; !statuses.has(429); n++) {
    expect(n).toBeLessThan(1_000)
    statuses.add((await world.client(strict[n % 2]!.url, 'othello').get('/users/me')).status)
  }
  const left = async (at: string) =>
    Number((await world.client(at, 'othello').get('/users/me')).headers.get('x-ratelimit-remaining') ?? 0)
  for (const { url } of strict) await expect.poll(() => left(url)).toBe(0)
})

test('scripts that the servers have forgotten are sent again', async () => {
  for (const { client } of await cluster.masters()) await client.script('FLUSH')
  await useEverything(2)
})

test('slots move to another master under load, and nothing is lost, repeated or misordered', async () => {
  const clients = await storm.audience()
  const people = storm.writers()
  await people.write(20)
  const processes = await announcedTo()
  expect(processes).toBeGreaterThan(1)
  for (const key of [realmKey(), JOBS_KEY]) {
    const enqueued = [enqueue(1), enqueue(2)]
    await cluster.moveSlotOf(key, () => people.write(1))
    await Promise.all(enqueued)
    await people.write(20)
    await expect.poll(announcedTo, { timeout: 30_000 }).toBe(processes)
  }
  await storm.expectNothingLost(clients, await people.stop())
  for (const client of clients) expect(client.registrations).toBe(1)
  await useEverything(3)
})

test('a master dies by kill -9 under load, and nothing is lost, repeated or misordered', async () => {
  const clients = await storm.audience()
  const people = storm.writers()
  for (const key of [realmKey(), JOBS_KEY]) {
    const master = await cluster.masterOf(key)
    await people.write(20)
    await Promise.all([enqueue(1), enqueue(2)])
    await master.kill()
    await people.write(20)
    await cluster.failedOver(key, master)
    await people.write(20)
    // Requests that need Redis are answered again: clients register.
    const cordelia = world.client(urls[0]!, 'cordelia')
    await expect.poll(async () => (await cordelia.post('/register')).status).toBe(200)
    await cluster.heal(master)
  }
  await storm.expectNothingLost(clients, await people.stop())
  // A job that the former master had alone is handed over again after a minute, and once more when that
  // fails.
  await expect.poll(jobsLeft, { timeout: 300_000 }).toBe(0)
  await useEverything(4)
})

test('what the former master had alone is filled from Postgres, and only new queues end', async () => {
  const epoch = () => world.redis.get(streamKeys(world.organization.realmId as RealmId).epoch)
  const before = await epoch()
  const clients = await storm.audience()
  const people = storm.writers()
  await people.write(20)
  const master = await cluster.masterOf(realmKey())
  await master.stopCopyingTo(await cluster.replicaOf(master))
  const lost = await Queue.register(world.client(urls[0]!, 'cordelia'))
  await people.write(20)
  const entriesOf = async () => Number(await master.client.xlen(realmKey()))
  const had = await entriesOf()
  await master.kill()
  const successor = await cluster.failedOver(realmKey(), master)
  await people.write(20)
  await storm.expectNothingLost(clients, await people.stop())
  expect(had).toBeGreaterThan(0)
  expect(successor).not.toBe(master)
  for (const client of clients) expect(client.registrations).toBe(1)
  expect(await epoch()).toBe(before)
  expect(await lost.poll({ dont_block: true })).toMatchObject(badQueue(lost.id))
})
