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

test('a connection that Postgres closes is reported to onWarning, not printed, and replaced', async () => {
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
