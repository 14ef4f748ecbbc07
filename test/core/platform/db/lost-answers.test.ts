import { afterAll, beforeAll, expect, test } from 'vitest'
import { Database } from '../../../../core/platform/db/database.ts'
import { databaseFailureOf } from '../../../../core/platform/db/failures.ts'
import { statement } from '../../../../core/platform/db/statement.ts'
import { FlakyProxy } from '../../../harness/flaky-proxy.ts'
import { World } from '../../../harness/world.ts'

const ONE = statement('test.one', 'SELECT 1 AS one')
/** Longer than the time after which a silent connection is asked about. */
const SLOW = statement('test.slow', 'SELECT 1 AS one, pg_sleep(6)')

let world: World
let proxy: FlakyProxy
let database: Database

beforeAll(async () => {
  world = await World.create()
  const url = new URL(world.env.DATABASE_URL!)
  proxy = new FlakyProxy(url)
  url.port = String(await proxy.start())
  database = await Database.open({ url: url.href, poolSize: 1 })
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

test('a slow statement is left alone', async () => {
  expect((await database.run<{ one: number }>(SLOW))[0]!.one).toBe(1)
}, 60_000)
