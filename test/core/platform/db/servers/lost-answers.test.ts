import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../../../../../core/platform/db/database.ts'
import { databaseFailureOf } from '../../../../../core/platform/db/servers/failures.ts'
import { LostAnswers } from '../../../../../core/platform/db/servers/lost-answers.ts'
import { statement } from '../../../../../core/platform/db/statements/statement.ts'
import { databaseBehindProxy } from '../../../../harness/database-behind-proxy.ts'
import type { FlakyProxy } from '../../../../harness/flaky-proxy.ts'
import { World } from '../../../../harness/world.ts'

const ONE = statement('test.one', 'SELECT 1 AS one')
/** Longer than the time after which a silent connection is asked about. */
const SLOW = statement('test.slow', 'SELECT 1 AS one, pg_sleep(6)')

let world: World
let proxy: FlakyProxy
let database: Database

beforeAll(async () => {
  world = await World.create()
  ;({ db: database, proxy } = await databaseBehindProxy(world.config.databaseUrl, 1))
})
afterAll(async () => {
  // First, so that no statement waits when the database is closed.
  await proxy?.stop()
  await database?.close()
  await world?.close()
})

test('a statement whose network has failed silently fails, and later ones get a new connection', async () => {
  await database.run(ONE)
  proxy.dropData()
  const lost = await Promise.allSettled([1, 2].map(() => database.run(ONE)))
  const failures = lost.map((each) => each.status === 'rejected' && databaseFailureOf(each.reason))
  // The first had the only connection of the pool, and the second waited for one.
  expect(failures).toEqual(['away', false])
  expect(await database.run(ONE)).toEqual([{ one: 1 }])
}, 30_000)

test('a statement of an EntityManager is watched too, after a time without statements', async () => {
  await database.run(ONE)
  await sleep(2_100) // Longer than the time after which nothing is watched.
  proxy.dropData()
  await expect(database.orm.em.fork().execute('SELECT 1')).rejects.toThrow('Connection terminated')
}, 15_000)

test('a slow statement is left alone', async () => {
  expect((await database.run<{ one: number }>(SLOW))[0]!.one).toBe(1)
}, 60_000)

test('nothing wakes the process while no connection is in use', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    let areInUse = true
    const answers = new LostAnswers(new Map())
    const watch = () => answers.watch(() => areInUse)
    watch()
    watch()
    vi.advanceTimersByTime(10_000)
    expect(vi.getTimerCount()).toBe(1)
    areInUse = false
    vi.advanceTimersByTime(1_000)
    expect(vi.getTimerCount()).toBe(0)
    watch()
    expect(vi.getTimerCount()).toBe(1)
    answers.close()
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
