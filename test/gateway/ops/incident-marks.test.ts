import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { MAX_SERIES_MARKS } from '../../../config/limits.ts'
import type { Incident } from '../../../core/platform/incidents/incident.ts'
import { readMarks } from '../../../core/platform/series/marks.ts'
import { SERIES_PREFIX } from '../../../core/platform/series/prefix.ts'
import { markIncidents } from '../../../gateway/ops/incidents/mark-incidents.ts'
import { World } from '../../harness/world.ts'

const SEEN = `${SERIES_PREFIX}:seen`
let world: World

beforeAll(async () => {
  world = await World.create()
})
afterEach(() => void vi.restoreAllMocks())
afterAll(() => world.close())

test('an incident has one mark in the plots, although two gateways see it', async () => {
  await world.gateway()
  await world.gateway()
  const marks = () => readMarks(world.redis)
  await vi.waitFor(
    async () => {
      const found = (await marks()).filter(({ kind, text }) => kind === 'incident' && /worker/i.test(text))
      expect(found.length).toBeGreaterThan(0)
    },
    { timeout: 120_000, interval: 100 },
  )
  // Each gateway has looked again when the incident was seen later than before.
  const seenAt = async () => Math.max(...Object.values(await world.redis.hgetall(SEEN)).map(Number))
  const first = await seenAt()
  await vi.waitFor(async () => expect(await seenAt()).toBeGreaterThan(first + 8_000), {
    timeout: 120_000,
    interval: 100,
  })
  const found = await marks()
  expect(new Set(found.map(({ text }) => text)).size).toBe(found.length)
  expect(found.find(({ text }) => /worker/i.test(text))).toMatchObject({ severity: 'critical', lasts: true })
  await world.closeGateways()
})

test('an incident that comes back within an hour has one mark with the number of times; later a new one', async () => {
  await world.emptyRedis()
  const T = Date.UTC(2026, 10, 29, 22, 40)
  const at = (seconds: number) => vi.spyOn(Date, 'now').mockReturnValue(T + seconds * 1000)
  const incident = (since: number): Incident => ({
    ...{ name: 'mail-deferred', severity: 'warning', subject: '', sentence: 'Mails are late.' },
    ...{ since: T + since * 1000, lastAt: T, count: 1, reason: '', remedy: '', link: '' },
  })
  const see = async (seconds: number, since: number) => {
    at(seconds)
    await markIncidents(world.redis, [incident(since)])
  }
  const marks = async () =>
    (await readMarks(world.redis)).map(({ at, severity, until, lasts, times }) => ({
      ...{ at: (at - T) / 1000, severity },
      ...(until !== undefined && { until: (until - T) / 1000 }),
      ...(lasts && { lasts }),
      ...(times && { times }),
    }))
  await see(5, 0)
  await see(6, 2) // another gateway, which has seen it later
  expect(await marks()).toEqual([{ at: 0, severity: 'warning', lasts: true }])
  await see(50, 45) // it was away for a moment
  at(100)
  expect(await marks()).toEqual([{ at: 0, severity: 'warning', until: 50 }])
  for (const key of await world.redis.keys('{processes}:series:incident:*')) await world.redis.del(key)
  await see(140, 130)
  expect(await marks()).toEqual([{ at: 0, severity: 'warning', lasts: true, times: 2 }])
  for (const key of await world.redis.keys('{processes}:series:incident:*')) await world.redis.del(key)
  await see(4_000, 3_900)
  expect(await marks()).toEqual([
    { at: 0, severity: 'warning', until: 140, times: 2 },
    { at: 3_900, severity: 'warning', lasts: true },
  ])
})

test('times of incidents are forgotten with their marks', async () => {
  await world.emptyRedis()
  const T = Date.now()
  const incidents = Array.from(
    { length: 250 },
    (_, n): Incident => ({
      ...{ name: 'webhook-silent', severity: 'notice', subject: `host${n}`, sentence: `${n}` },
      ...{ since: T + n, lastAt: T, count: 1, reason: '', remedy: '', link: '' },
    }),
  )
  await markIncidents(world.redis, incidents)
  expect((await readMarks(world.redis)).length).toBe(MAX_SERIES_MARKS)
  for (const key of [SEEN, `${SERIES_PREFIX}:facts`])
    expect(await world.redis.hlen(key)).toBeLessThanOrEqual(MAX_SERIES_MARKS)
})

test('a worker that crashes again and again fills one mark, whatever its number', async () => {
  await world.emptyRedis()
  const T = Date.now()
  for (let n = 0; n < 300; n++) {
    const now = T + n * 120_000
    vi.spyOn(Date, 'now').mockReturnValue(now)
    for (const key of await world.redis.keys('{processes}:series:incident:*')) await world.redis.del(key)
    await markIncidents(world.redis, [
      {
        ...{ name: 'process-died', severity: 'warning', sentence: 'x', remedy: '', link: '', count: 1 },
        subject: `The worker with process number ${1000 + n} on a.example`,
        ...{ since: now - 20_000, lastAt: now - 20_000, reason: `crash ${n}` },
      },
    ])
  }
  expect(await readMarks(world.redis)).toMatchObject([{ times: 300, facts: { reason: 'crash 299' } }])
})

test('a moment that is over is marked once, and ends at its last sign', async () => {
  await world.emptyRedis()
  const T = Date.now()
  for (const seconds of [40, 50, 120, 200]) {
    vi.spyOn(Date, 'now').mockReturnValue(T + seconds * 1000)
    await markIncidents(world.redis, [
      {
        ...{ name: 'loop-blocked', severity: 'warning', subject: 'a', sentence: 'x', remedy: '', link: '' },
        ...{ since: T, lastAt: T, count: 1, reason: '' },
      },
    ])
  }
  const marks = await readMarks(world.redis)
  expect(marks).toMatchObject([{ at: T, until: T }])
  expect(marks[0]).not.toHaveProperty('times')
})
