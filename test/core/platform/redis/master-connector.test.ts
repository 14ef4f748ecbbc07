import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectRedis } from '../../../../core/platform/redis/redis.ts'
import { openRedis, type RedisClient } from '../../../../core/platform/redis/redis-connection.ts'
import { FakeSentinel } from '../../../harness/fake-sentinel.ts'
import { FlakyProxy } from '../../../harness/flaky-proxy.ts'
import { World } from '../../../harness/world.ts'

let world: World
let former: FlakyProxy
let successor: FlakyProxy
let formerPort: number
let successorPort: number
let sentinels: [FakeSentinel, FakeSentinel, FakeSentinel]
let address: string
const clients: RedisClient[] = []

beforeEach(async () => {
  world = await World.create()
  const url = new URL(world.config.redisUrl)
  former = new FlakyProxy(url)
  successor = new FlakyProxy(url)
  formerPort = await former.start()
  successorPort = await successor.start()
  sentinels = [
    await FakeSentinel.start(formerPort, 1),
    await FakeSentinel.start(formerPort, 1),
    await FakeSentinel.start(formerPort, 1),
  ]
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',')
  address = `redis+sentinel://${url.username}:${url.password}@${hosts}/chat${url.pathname}`
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect()
  for (const each of [...sentinels, former, successor]) await each.stop()
  await world.close()
})

const connect = () => {
  const redis = connectRedis(address, pino({ level: 'silent' }))
  clients.push(redis)
  return redis
}
const event = (redis: RedisClient, name: string) => new Promise((resolve) => redis.once(name, resolve))
const answers = (redis: RedisClient) => expect.poll(() => redis.ping().catch(() => '')).toBe('PONG')
const failOver = () => {
  for (const sentinel of sentinels) sentinel.name(successorPort, 2)
}
/** Resolves when a sentinel has been asked again several times. */
async function askedAgain(sentinel: FakeSentinel): Promise<void> {
  const before = sentinel.asked
  await expect.poll(() => sentinel.asked).toBeGreaterThan(before + 2)
}

test('a frozen sentinel keeps no connection from the master', async () => {
  sentinels[0].isSilent = true
  await answers(connect())
})

test('of sentinels that name different masters the one with the newest failover is followed', async () => {
  sentinels[1].name(successorPort, 2)
  await answers(connect())
  expect(former.piecesSent).toBe(0)
  expect(successor.piecesSent).toBeGreaterThan(0)
})

test('a connection on which nothing is sent leaves a frozen master for its successor', async () => {
  const redis = connect()
  await answers(redis)
  former.dropData()
  failOver()
  await event(redis, 'close')
  await answers(redis)
  expect(successor.piecesSent).toBeGreaterThan(0)
})

test('a connection stays at its master while only a sentinel that missed the failover answers', async () => {
  sentinels[1].name(successorPort, 2)
  sentinels[2].name(successorPort, 2)
  const redis = connect()
  await answers(redis)
  let closed = 0
  redis.on('close', () => closed++)
  sentinels[1].isSilent = true
  sentinels[2].isSilent = true
  await askedAgain(sentinels[0])
  expect(closed).toBe(0)
  expect(former.piecesSent).toBe(0)
})

test('a sentinel that is frozen for long is asked again when it runs on', async () => {
  const redis = connect()
  await answers(redis)
  for (const sentinel of sentinels) sentinel.isSilent = true
  const closing = event(redis, 'close')
  // Longer than a question waits, so that its connections have been replaced.
  await sleep(6_000)
  failOver()
  for (const sentinel of sentinels) sentinel.isSilent = false
  await closing
  await answers(redis)
  expect(successor.piecesSent).toBeGreaterThan(0)
})

test('a connection that is closed while it asks the sentinels asks again', async () => {
  const redis = connect()
  await answers(redis)
  for (const sentinel of sentinels) sentinel.isSilent = true
  await former.stop()
  await expect.poll(() => redis.status).toBe('connecting')
  redis.disconnect(true)
  failOver()
  for (const sentinel of sentinels) sentinel.isSilent = false
  await answers(redis)
})

test('a client that is told to disconnect while it asks the sentinels ends', async () => {
  for (const sentinel of sentinels) sentinel.isSilent = true
  const redis = connect()
  await expect.poll(() => redis.status).toBe('connecting')
  redis.disconnect()
  await event(redis, 'end')
})

test('connections come back when all sentinels do', async () => {
  for (const sentinel of sentinels) await sentinel.stop()
  const redis = connect()
  await expect(redis.ping()).rejects.toThrow()
  for (const sentinel of sentinels) await sentinel.startAgain()
  await answers(redis)
})

test('a client that does not try again is told why no sentinel names a master', async () => {
  for (const sentinel of sentinels) await sentinel.stop()
  const redis = openRedis(address, { lazyConnect: true, retryStrategy: () => null })
  clients.push(redis)
  const errors: Error[] = []
  redis.on('error', (error) => errors.push(error))
  await expect(redis.connect()).rejects.toThrow('Connection is closed')
  expect(errors.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^All sentinels are unreachable: .*ECONNREFUSED/),
  ])
})
