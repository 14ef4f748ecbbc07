import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Database, RoundTripOver } from '../../../../core/platform/db/database.ts'
import { statement } from '../../../../core/platform/db/statements/statement.ts'
import { databaseBehindProxy } from '../../../harness/database-behind-proxy.ts'
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
    // A client of another test file may print in the same process.
    expect(print.mock.calls.filter(([text]) => /connection/i.test(String(text)))).toEqual([])
  } finally {
    await db.close()
    print.mockRestore()
  }
})

test('a closed database has no connections, and refuses statements', async () => {
  const db = await Database.open({ url: world.config.databaseUrl, poolSize: 1 })
  await db.run(PID)
  await db.close()
  expect(db.pool()).toEqual({ used: 0, idle: 0, opening: 0, waiting: 0 })
  await expect(db.run(PID)).rejects.toThrow()
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

test('statements that a snapshot starts together share a round trip, and a failure rolls all back', async () => {
  const { db, proxy } = await databaseBehindProxy(world.config.databaseUrl, 1)
  const numbers = Array.from({ length: 20 }, (_, n) => n)
  const echo = statement('test.echo', 'SELECT $1::int AS n, txid_current_snapshot()::text AS snapshot')
  const failing = statement('test.failing', 'SELECT 1 / $1::int AS n')
  const readAll = () =>
    db.snapshot((sql) => Promise.all(numbers.map((n) => sql.run<{ n: number; snapshot: string }>(echo, [n]))))
  try {
    await readAll()
    const before = proxy.piecesSent
    const rows = (await readAll()).flat()
    // BEGIN with the statements, ROLLBACK, and one to spare
    expect(proxy.piecesSent - before).toBeLessThanOrEqual(3)
    expect(rows.map(({ n }) => n)).toEqual(numbers)
    expect(new Set(rows.map(({ snapshot }) => snapshot)).size).toBe(1)
    await expect(db.snapshot((sql) => sql.run(failing, [0]))).rejects.toMatchObject({ code: '22012' })
    await expect(db.runWithin(1000, failing, [0])).rejects.toMatchObject({ code: '22012' })
    const limit = statement('test.limit', "SELECT current_setting('statement_timeout') AS timeout")
    expect(await db.runWithin(1234, limit)).toEqual([{ timeout: '1234ms' }])
    expect(await db.run(limit)).not.toEqual([{ timeout: '1234ms' }]) // The connection is as it was.
    expect(await db.run(echo, [1])).toMatchObject([{ n: 1 }])
  } finally {
    await db.close()
    await proxy.stop()
  }
})

test('a snapshot at once takes one write, and statements that begin later fail without using the connection', async () => {
  const { db, proxy } = await databaseBehindProxy(world.config.databaseUrl, 1)
  const echo = statement('test.echo', 'SELECT $1::int AS n, txid_current_snapshot()::text AS snapshot')
  const failing = statement('test.failing', 'SELECT 1 / $1::int AS n')
  const isolation = statement('test.isolation', "SELECT current_setting('transaction_isolation') AS level")
  try {
    const readAll = () =>
      db.snapshotAtOnce(async (sql) => {
        const first = sql.run<{ n: number; snapshot: string }>(echo, [1])
        await undefined // still in the same turn
        const [[one], [two], [{ level } = { level: '' }]] = await Promise.all([
          first,
          sql.run<{ n: number; snapshot: string }>(echo, [2]),
          sql.run<{ level: string }>(isolation),
        ])
        await db.run(echo, [3]) // The only connection is free.
        return { numbers: [one?.n, two?.n], snapshots: new Set([one?.snapshot, two?.snapshot]), level }
      })
    await readAll()
    const before = proxy.piecesSent
    expect(await readAll()).toMatchObject({ numbers: [1, 2], level: 'repeatable read' })
    expect(proxy.piecesSent - before).toBe(2) // The snapshot, and the statement after it.
    expect((await readAll()).snapshots.size).toBe(1)
    const late = db.snapshotAtOnce(async (sql) => {
      await sql.run(echo, [1])
      return sql.run(echo, [2])
    })
    await expect(late).rejects.toBeInstanceOf(RoundTripOver)
    await expect(db.snapshotAtOnce((sql) => sql.run(failing, [0]))).rejects.toMatchObject({ code: '22012' })
    await expect(
      db.snapshotAtOnce(async (sql) => {
        void sql.run(echo, [1])
        throw new Error('unreadable')
      }),
    ).rejects.toThrow('unreadable')
    expect(await db.snapshotAtOnce(async () => 'nothing')).toBe('nothing')
    expect(await db.run(isolation)).toEqual([{ level: 'read committed' }]) // The connection is as it was.
  } finally {
    await db.close()
    await proxy.stop()
  }
})

test.each(['40P01', '40001'])(
  'a statement that Postgres ends with %s runs again, a few times',
  async (state) => {
    const db = await Database.open({ url: world.config.databaseUrl, poolSize: 1 })
    await world.sql('CREATE SEQUENCE tries')
    await world.sql('CREATE TABLE counted (try int)')
    await world.sql(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('tries') < 3 THEN RAISE EXCEPTION 'as asked' USING ERRCODE = '${state}'; END IF;
    RETURN NEW; END $$`)
    await world.sql('CREATE TRIGGER fail BEFORE INSERT ON counted FOR EACH ROW EXECUTE FUNCTION fail()')
    const insert = statement(`test.insert-${state}`, 'INSERT INTO counted VALUES (1) RETURNING try')
    try {
      expect(await db.run(insert)).toEqual([{ try: 1 }])
      await world.sql('ALTER SEQUENCE tries MINVALUE -9 RESTART WITH -9')
      await expect(db.run(insert)).rejects.toMatchObject({ code: state })
      expect(await world.sql('SELECT last_value::int AS tries FROM tries')).toEqual([{ tries: -7 }])
    } finally {
      for (const it of ['TABLE counted', 'SEQUENCE tries', 'FUNCTION fail']) await world.sql(`DROP ${it}`)
      await db.close()
    }
  },
)
