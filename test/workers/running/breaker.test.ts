import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRedis, type RedisClient } from '../../../core/platform/redis/redis-connection.ts'
import { Breaker } from '../../../workers/running/breaker.ts'
import { World } from '../../harness/world.ts'

let world: World
let redis: RedisClient
let one: Breaker
let other: Breaker

beforeAll(async () => {
  world = await World.create()
  redis = openRedis(world.config.redisUrl)
  one = new Breaker(redis)
  other = new Breaker(redis)
})
afterAll(async () => {
  redis.disconnect()
  await world.close()
})

const HOLD_MS = 600_000
const pauseKeys = () => redis.keys('{jobs}:host:*:pause')
/** As if the pause of the only silent host was over. */
async function endPause(): Promise<void> {
  for (const key of await pauseKeys()) await redis.del(key)
}

test('a host is paused after three requests in a row without an answer, for all workers', async () => {
  await one.silent('a')
  await one.silent('a')
  await one.answered('a')
  for (let n = 0; n < 2; n++) expect(await one.silent('a')).toBe(false)
  expect(await other.ask('a', HOLD_MS)).toBe(0)
  expect(await other.silent('a')).toBe(true)
  const wait = await one.ask('a', HOLD_MS)
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(10_000)
  expect(await one.ask('b', HOLD_MS)).toBe(0)
})

test('requests that began before the pause do not make it longer', async () => {
  expect(await one.silent('a')).toBe(false)
  expect(await one.ask('a', HOLD_MS)).toBeLessThanOrEqual(10_000)
})

test('after a pause one request tries; silence doubles the pause up to a limit, an answer ends it', async () => {
  for (const most of [20, 40, 80, 160, 300, 300]) {
    await endPause()
    expect(await one.ask('a', HOLD_MS)).toBe(0)
    expect(await other.ask('a', HOLD_MS)).toBeGreaterThan(0)
    expect(await one.silent('a')).toBe(true)
    const wait = await other.ask('a', HOLD_MS)
    expect(wait).toBeGreaterThan((most * 1000) / 2)
    expect(wait).toBeLessThanOrEqual(most * 1000)
  }
  await endPause()
  expect(await one.ask('a', HOLD_MS)).toBe(0)
  await one.answered('a')
  for (let n = 0; n < 3; n++) expect(await other.ask('a', HOLD_MS)).toBe(0)
})

test('a lost trial request, and all that is remembered, expires', async () => {
  for (let n = 0; n < 3; n++) await one.silent('c')
  await endPause()
  expect(await one.ask('c', HOLD_MS)).toBe(0)
  const keys = await redis.keys('{jobs}:host:*')
  expect(keys).not.toEqual([])
  for (const key of keys) expect(await redis.pttl(key)).toBeGreaterThan(0)
})
