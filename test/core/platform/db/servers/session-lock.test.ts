import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { migrate } from '../../../../../core/platform/db/migrate.ts'
import { type LockName, tryLock, whileLocked } from '../../../../../core/platform/db/servers/session-lock.ts'
import { World } from '../../../../harness/world.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

const LOCK: LockName = [7, 7]

let world: World
const clients: pg.Client[] = []
beforeAll(async () => {
  world = await World.create()
})
afterAll(async () => {
  for (const client of clients) await client.end().catch(() => undefined)
  await world.close()
})

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: world.env.DATABASE_URL })
  client.on('error', () => undefined)
  await client.connect()
  clients.push(client)
  return client
}

const silence = async (client: pg.Client) =>
  (await client.query('SHOW idle_session_timeout')).rows[0].idle_session_timeout

test('one process has the lock, and Postgres releases it when that process stops responding', async () => {
  const [holder, other] = [await connected(), await connected()]
  expect(await tryLock(holder, LOCK)).toBe(true)
  const result = await whileLocked(holder, LOCK, async () => {
    expect(await tryLock(other, LOCK)).toBe(false)
    // A connection idle for this time sends nothing any more: Postgres closes it and releases the lock.
    expect(await silence(holder)).toBe('30s')
    return 'done'
  })
  expect(result).toBe('done')
  expect(await silence(holder)).toBe('0')
  expect(await tryLock(other, LOCK)).toBe(true)
  await other.query('SELECT pg_advisory_unlock_all()')
})

test('a process that lost the lock with its connection finishes its work, and another gets the lock', async () => {
  const [holder, other] = [await connected(), await connected()]
  expect(await tryLock(holder, LOCK)).toBe(true)
  const { pid } = (await holder.query('SELECT pg_backend_pid() AS pid')).rows[0]
  await whileLocked(holder, LOCK, async () => {
    await other.query('SELECT pg_terminate_backend($1)', [pid])
    await expect.poll(() => tryLock(other, LOCK)).toBe(true)
  })
})

test('a process that finds another migrating reports it and waits', async () => {
  const migrating = await connected()
  const MIGRATION_LOCK: LockName = [7_305_216, 0]
  expect(await tryLock(migrating, MIGRATION_LOCK)).toBe(true)
  const lines: unknown[] = []
  const note = (line: unknown) => lines.push(line)
  const log = { debug: note, info: note, warn: note, error: note } as never
  const done = migrate(world.env.DATABASE_URL!, log)
  await expect.poll(() => lines).toEqual(['another process migrates the database; waiting for it'])
  await migrating.query('SELECT pg_advisory_unlock_all()')
  expect(await done).toEqual([])
})
