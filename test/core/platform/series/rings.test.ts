import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addMark, readMarks } from '../../../../core/platform/series/marks.ts'
import { SERIES_PREFIX } from '../../../../core/platform/series/prefix.ts'
import { RINGS, read, store } from '../../../../core/platform/series/rings.ts'
import { World } from '../../../harness/world.ts'

let world: World
const START = Date.UTC(2026, 0, 5)

beforeAll(async () => {
  world = await World.create()
  await world.redis.echo('connected')
})
beforeEach(() => world.emptyRedis())
afterAll(async () => {
  vi.restoreAllMocks()
  await world.close()
})

/** Stores a value every ten seconds, except where `isGap` says so. */
async function fill(steps: number, from = START, isGap: (step: number) => boolean = () => false) {
  for (let step = 0; step < steps; step++) {
    const at = from + step * 10_000
    vi.spyOn(Date, 'now').mockReturnValue(at + 13_000)
    if (!isGap(step)) await store(world.redis, at, { 'traffic.sends': step + 1 })
  }
}

test('the last hour is kept in steps of ten seconds, and older moments are replaced', async () => {
  await fill(400)
  const { moments, stepMs } = await read(world.redis, RINGS.hour)
  expect(stepMs).toBe(10_000)
  expect(await world.redis.hlen(`${SERIES_PREFIX}:hour`)).toBe(360)
  expect(moments.length).toBeGreaterThanOrEqual(359)
  expect(moments.at(-1)).toEqual([START + 399 * 10_000, { 'traffic.sends': 400 }])
  const newer = await read(world.redis, RINGS.hour, START + 398 * 10_000)
  expect(newer.moments.length).toBe(1)
})

test('a time in which nothing was recorded is a gap, also when the ring has come round', async () => {
  await fill(10)
  await fill(5, START + 3_600_000 + 200_000)
  const { moments } = await read(world.redis, RINGS.hour)
  expect(moments.map(([at]) => at - START)).toEqual([0, 1, 2, 3, 4].map((n) => 3_800_000 + n * 10_000))
})

test('five minutes of the day and half hours of the week are means, and missing hours are missing', async () => {
  const twoHours = 720
  await fill(twoHours, START, (step) => step >= 180 && step < 360)
  const { moments } = await read(world.redis, RINGS.day)
  const day = new Map(moments)
  expect(day.get(START)).toEqual({ 'traffic.sends': (1 + 30) / 2 })
  expect(day.has(START + 35 * 60_000)).toBe(false)
  expect(day.get(START + 65 * 60_000)).toEqual({ 'traffic.sends': 360 + 30 + 15.5 })
  const week = await read(world.redis, RINGS.week)
  expect(week.moments.map(([at]) => (at - START) / 60_000)).toEqual([0, 60])
})

test('marks are bounded and come with every ring', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(START)
  for (let n = 0; n < 230; n++)
    await addMark(world.redis, { at: START + n, kind: 'deployment', text: `v${n}${'x'.repeat(500)}` })
  const { marks } = await read(world.redis, RINGS.week)
  expect(marks.length).toBe(200)
  const newest = (await readMarks(world.redis)).at(-1)
  expect(newest?.text.startsWith('v229x')).toBe(true)
  expect(newest?.text.length).toBe(200)
})

test('every key expires, and a moment too large for its place loses its routes', async () => {
  const routes = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`route.GET /${n}.p99`, 0.123]))
  vi.spyOn(Date, 'now').mockReturnValue(START + 10_000)
  await store(world.redis, START, { ...routes, 'traffic.sends': 1 })
  const { moments } = await read(world.redis, RINGS.hour)
  expect(moments).toEqual([[START, { 'traffic.sends': 1 }]])
  for (const key of await world.redis.keys('{processes}:*'))
    expect(await world.redis.pttl(key)).toBeGreaterThan(0)
})
