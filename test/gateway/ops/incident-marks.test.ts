import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { RINGS, read } from '../../../core/platform/series/rings.ts'
import { World } from '../../harness/world.ts'

let world: World

beforeAll(async () => {
  world = await World.create()
})
afterAll(() => world.close())

test('an incident has one mark in the plots, although two gateways see it', async () => {
  await world.gateway()
  await world.gateway()
  const marks = async () => (await read(world.redis, RINGS.hour)).marks
  await vi.waitFor(
    async () => {
      const found = (await marks()).filter(({ kind, text }) => kind === 'incident' && /worker/i.test(text))
      expect(found.length).toBeGreaterThan(0)
    },
    { timeout: 120_000, interval: 100 },
  )
  // Each gateway has looked again when the key of the incident lives as long as at first.
  const keys = await world.redis.keys('{processes}:series:incident:*')
  for (const key of keys) await world.redis.expire(key, 60)
  await vi.waitFor(
    async () => {
      for (const key of keys) expect(await world.redis.ttl(key)).toBeGreaterThan(60)
    },
    { timeout: 120_000, interval: 100 },
  )
  const texts = (await marks()).map(({ text }) => text)
  expect(new Set(texts).size).toBe(texts.length)
})
