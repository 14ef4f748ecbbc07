import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Database } from '../../../../core/platform/db/database.ts'
import { statement } from '../../../../core/platform/db/statement.ts'
import { World } from '../../../harness/world.ts'

const PID = statement('test.pid', 'SELECT pg_backend_pid() AS pid')

let world: World
beforeAll(async () => {
  world = await World.create()
})
afterAll(() => world.close())

test('a connection that Postgres closes is reported to onWarning, not printed, and is replaced', async () => {
  const warnings: string[] = []
  const print = vi.spyOn(console, 'log')
  const db = await Database.open({
    url: world.config.databaseUrl,
    poolSize: 1,
    onWarning: (message) => warnings.push(message),
  })
  try {
    const [closed] = await db.run<{ pid: number }>(PID)
    await world.sql('SELECT pg_terminate_backend($1)', [closed!.pid])
    await vi.waitFor(async () => expect((await db.run<{ pid: number }>(PID))[0]!.pid).not.toBe(closed!.pid), {
      timeout: 60_000,
    })
    expect(warnings[0]).toMatch(/^Connection Error: /)
    expect(print).not.toHaveBeenCalled()
  } finally {
    await db.close()
    print.mockRestore()
  }
})

test('ids are returned as numbers, also in arrays', async () => {
  const db = await Database.open({ url: world.config.databaseUrl, poolSize: 1 })
  try {
    const ids = statement('test.ids', "SELECT 7::int8 AS one, '{7,NULL,9007199254740991}'::int8[] AS several")
    expect(await db.run(ids)).toEqual([{ one: 7, several: [7, null, 9007199254740991] }])
  } finally {
    await db.close()
  }
})
