import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ProcessReport } from '../../../../core/platform/processes/report.ts'
import {
  askToDrain,
  lastEndedWorker,
  Reporter,
  readReports,
} from '../../../../core/platform/processes/reporter.ts'
import type { Core } from '../../../../core/state/core.ts'
import { World } from '../../../harness/world.ts'

let world: World
let core: Core

beforeAll(async () => {
  world = await World.create()
  core = await world.core()
})
afterAll(() => world.close())

/** Publishes one report of a process, and runs `work` with it before the process ends. */
async function withReport(areInUse: boolean, work: (report: ProcessReport) => Promise<void>) {
  const { log, redis, db, isRedisAvailable, options, lag, troubles } = core
  const realms = { loaded: [], areInUse }
  const reporter = new Reporter(
    { log, redis, db, isRedisAvailable, options, lag, troubles, realms },
    'gateway',
    () => ({}),
  )
  reporter.start()
  try {
    await work(
      await vi.waitFor(async () => {
        const [first] = (await readReports(redis)).live
        if (first === undefined) throw new Error('no report yet')
        return first
      }),
    )
  } finally {
    await reporter.stop()
  }
}

/** Lets the report of a process become older. */
const age = (id: string, milliseconds: number) => core.redis.zincrby('{processes}', -milliseconds, id)

test('a process reports every five seconds while somebody uses it, and every ten otherwise', async () => {
  await withReport(true, async ({ intervalMs }) => expect(intervalMs).toBe(5_000))
  await withReport(false, async ({ intervalMs }) => expect(intervalMs).toBe(10_000))
})

test('a process that does not report any more is silent, and is forgotten when it ends in an orderly way', async () => {
  for (const [areInUse, stillLiveMs, silentMs] of [
    [true, 8_000, 12_500],
    [false, 14_000, 17_500],
  ] as const) {
    await withReport(areInUse, async ({ id, pid }) => {
      await age(id, stillLiveMs)
      expect((await readReports(core.redis)).live.map((report) => report.id)).toEqual([id])
      await age(id, silentMs - stillLiveMs)
      const { live, silent } = await readReports(core.redis)
      expect(live).toEqual([])
      expect(silent).toMatchObject([{ id, pid, kind: 'gateway', supervisor: 'none' }])
    })
    expect(await readReports(core.redis)).toEqual({ live: [], silent: [] })
    expect(await core.redis.zcard('{processes}')).toBe(0)
  }
})

test('Redis forgets a silent process after ten minutes, and lists at most twenty', async () => {
  await withReport(false, async ({ id }) => {
    expect(await core.redis.ttl(`{processes}:${id}`)).toBeGreaterThan(590)
    const report = JSON.parse((await core.redis.get(`{processes}:${id}`))!)
    for (let n = 0; n < 30; n++) {
      const other = `gateway-${n}`
      await core.redis.set(`{processes}:${other}`, JSON.stringify({ ...report, id: other }), 'EX', 60)
      await core.redis.zadd('{processes}', Date.now() - 60_000, other)
    }
    expect((await readReports(core.redis)).silent.length).toBe(20)
    for (let n = 0; n < 30; n++) await core.redis.del(`{processes}:gateway-${n}`)
    expect((await readReports(core.redis)).silent).toEqual([])
  })
})

test('a wrong clock does not hide a process; it is an incident of its machine', async () => {
  const now = Date.now.bind(Date)
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 60_000)
  try {
    await withReport(false, async () => {
      await vi.waitFor(() => expect(core.troubles.has('clock-wrong')).toBe(true))
      const [trouble] = core.troubles.current()
      expect(trouble!.reason).toMatch(/^it is (59|60)\.\d s ahead of the clock of Redis$/)
    })
  } finally {
    clock.mockRestore()
  }
})

/** Starts the reporter of a process that is in use. */
function startReporter(kind: 'gateway' | 'worker', drain?: () => void): Reporter {
  const { log, redis, db, isRedisAvailable, options, lag, troubles } = core
  const realms = { loaded: [], areInUse: true }
  const parts = { log, redis, db, isRedisAvailable, options, lag, troubles, realms }
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
  expect((await readReports(core.redis)).live.map(({ name }) => name)).toContain('gateway-1')
  await Promise.all([second, worker, successor].map((each) => each.stop()))
  expect(await lastEndedWorker(core.redis)).toMatchObject({ kind: 'worker', pid: process.pid })
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
        const reports = (await readReports(core.redis)).live
        expect(reports.filter(({ isDraining }) => isDraining).map(({ id }) => id)).toEqual([reporter.id])
      },
      { timeout: 60_000 },
    )
    expect(drain).toHaveBeenCalledTimes(1)
  } finally {
    await Promise.all([reporter.stop(), other.stop()])
  }
}, 90_000)
