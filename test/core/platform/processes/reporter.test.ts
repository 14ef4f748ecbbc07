import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { askToDrain, Reporter, readReports } from '../../../../core/platform/processes/reporter.ts'
import type { Core } from '../../../../core/state/core.ts'
import { World } from '../../../harness/world.ts'

let world: World
let core: Core

beforeAll(async () => {
  world = await World.create()
  core = await world.core()
})
afterAll(() => world.close())

/** Publishes one report of a process, and returns the seconds until it expires. */
async function lifetimeOf(areInUse: boolean, work: (id: string) => Promise<void> = async () => {}) {
  const { log, redis, db, isRedisAvailable, options, lag } = core
  const realms = { loaded: [], areInUse }
  const reporter = new Reporter(
    { log, redis, db, isRedisAvailable, options, lag, realms },
    'gateway',
    () => ({}),
  )
  reporter.start()
  try {
    const report = await vi.waitFor(async () => {
      const [first] = await readReports(redis)
      if (first === undefined) throw new Error('no report yet')
      return first
    })
    const seconds = await redis.ttl(`{processes}:${report.id}`)
    await work(report.id)
    return seconds
  } finally {
    await reporter.stop()
  }
}

test('the report of a process that somebody uses expires after fifteen seconds, that of an idle one after thirty', async () => {
  const used = await lifetimeOf(true)
  expect(used).toBeGreaterThan(5)
  expect(used).toBeLessThanOrEqual(15)
  const idle = await lifetimeOf(false)
  expect(idle).toBeGreaterThan(15)
  expect(idle).toBeLessThanOrEqual(30)
})

test('a report is shown until it expires, and not after the process has ended', async () => {
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now')
  try {
    await lifetimeOf(false, async (id) => {
      clock.mockReturnValue(now + 29_000)
      expect((await readReports(core.redis)).map((report) => report.id)).toEqual([id])
      await core.redis.del(`{processes}:${id}`) // as when it expires
      expect(await readReports(core.redis)).toEqual([])
    })
  } finally {
    clock.mockRestore()
  }
  expect(await core.redis.zcard('{processes}')).toBe(0)
})

/** Starts the reporter of a process that is in use. */
function startReporter(kind: 'gateway' | 'worker', drain?: () => void): Reporter {
  const { log, redis, db, isRedisAvailable, options, lag } = core
  const realms = { loaded: [], areInUse: true }
  const parts = { log, redis, db, isRedisAvailable, options, lag, realms }
  const reporter = new Reporter(parts, kind, () => ({}), drain)
  reporter.start()
  return reporter
}

test('processes have the first free names of their kind, which others take over when they end', async () => {
  const named = (reporter: Reporter, name: string) =>
    vi.waitFor(() => expect(reporter.name).toBe(name), { timeout: 30_000 })
  const first = startReporter('gateway')
  await named(first, 'gateway-1')
  const second = startReporter('gateway')
  await named(second, 'gateway-2')
  const worker = startReporter('worker')
  await named(worker, 'worker-1')
  await first.stop()
  const successor = startReporter('gateway')
  await named(successor, 'gateway-1')
  expect((await readReports(core.redis)).map(({ name }) => name)).toContain('gateway-1')
  await Promise.all([second, worker, successor].map((each) => each.stop()))
  expect(await core.redis.keys('{processes}:name:*')).toEqual([])
})

test('a process that is asked to end learns of it once', async () => {
  const drain = vi.fn()
  const reporter = startReporter('worker', drain)
  const other = startReporter('worker')
  try {
    await vi.waitFor(() => expect(reporter.latest).toBeDefined(), { timeout: 30_000 })
    await askToDrain(core.redis, reporter.id)
    await vi.waitFor(
      async () => {
        const reports = await readReports(core.redis)
        expect(reports.filter(({ isDraining }) => isDraining).map(({ id }) => id)).toEqual([reporter.id])
      },
      { timeout: 60_000 },
    )
    expect(drain).toHaveBeenCalledTimes(1)
  } finally {
    await Promise.all([reporter.stop(), other.stop()])
  }
}, 90_000)
