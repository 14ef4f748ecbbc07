import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../../../core/platform/db/database.ts'
import { allOf } from '../../../../../core/platform/db/servers/all-of.ts'
import { databaseFailureOf } from '../../../../../core/platform/db/servers/failures.ts'
import { type Sql, type Statement, statement } from '../../../../../core/platform/db/statements/statement.ts'
import { StatementGroups } from '../../../../../core/platform/db/statements/statement-groups.ts'
import type { RealmId } from '../../../../../core/platform/ids.ts'
import { commit } from '../../../../../core/platform/transactions/transact.ts'
import { databaseBehindProxy } from '../../../../harness/database-behind-proxy.ts'
import type { FlakyProxy } from '../../../../harness/flaky-proxy.ts'
import { World } from '../../../../harness/world.ts'

const ECHO = statement('test.echo', 'SELECT $1::int AS n, $2::text[] AS list')
const DIVIDE = statement('test.divide', 'SELECT 1 / $1::int AS n')
const LATER = statement('test.later', 'SELECT $1::int + 1 AS n')
const BEGIN = statement('test.begin', 'BEGIN')
const COMMIT = statement('test.commit', 'COMMIT')
const ROLLBACK = statement('test.rollback', 'ROLLBACK')
const ADD = statement('test.add', 'INSERT INTO noted (n) VALUES (10 / $1::int)')
const NOTED = statement('test.noted', 'SELECT n FROM noted ORDER BY n')

let world: World
let db: Database
let proxy: FlakyProxy
beforeAll(async () => {
  world = await World.create()
  await world.sql('CREATE TABLE noted (n int)')
  ;({ db, proxy } = await databaseBehindProxy(world.config.databaseUrl, 1))
})
beforeEach(() => world.sql('DELETE FROM noted'))
afterAll(async () => {
  await db.close()
  await proxy.stop()
  await world.close()
})

async function withGroups<T>(
  use: (sql: StatementGroups) => Promise<T>,
  opening: readonly Statement[] = [],
): Promise<T> {
  const client = await db.acquire()
  try {
    return await use(new StatementGroups(client, opening))
  } finally {
    await db.release(client)
  }
}

test('statements that begin in one turn are sent in one piece and answered in order', async () => {
  await withGroups(async (sql) => {
    const before = proxy.piecesSent
    const values = Array.from({ length: 20 }, (_, n) => [n, [`"${n}"`, null, 'a,b']])
    const rows = await Promise.all(values.map((each) => sql.run(ECHO, each)))
    expect(proxy.piecesSent - before).toBe(1)
    expect(rows).toEqual(values.map(([n, list]) => [{ n, list }]))
    expect(await sql.run(ECHO, [1, []])).toEqual([{ n: 1, list: [] }])
  })
})

test('each statement of a group has the columns of its own result', async () => {
  const described = statement('test.described', 'SELECT $1::int AS n, NULL AS nothing')
  const unnamed = (column: string) => statement('', `SELECT 1 AS ${column}`)
  const client = await db.acquire()
  try {
    const sql = new StatementGroups(client)
    const answers = await Promise.all([
      sql.run(described, [1]),
      sql.run(ADD, [5]),
      sql.run(unnamed('a')),
      sql.run(unnamed('b')),
      sql.run(described, [2]),
    ])
    expect(answers).toEqual([
      [{ n: 1, nothing: null }],
      [],
      [{ a: 1 }],
      [{ b: 1 }],
      [{ n: 2, nothing: null }],
    ])
  } finally {
    await db.release(client)
  }
})

test('statements alone are sent in one piece in one turn, and fail alone with the place of their caller', async () => {
  const before = proxy.piecesSent
  const circular: unknown[] = []
  circular.push({ toPostgres: () => circular[0] })
  const callerOfDivide = async (sql: Sql) => {
    await sql.run(DIVIDE, [0])
  }
  const ended = await db.together((sql) => [
    Promise.allSettled([
      sql.run(LATER, [1]),
      callerOfDivide(sql),
      sql.run(ECHO, circular),
      sql.run(LATER, [2]),
    ]),
  ])
  expect(proxy.piecesSent - before).toBe(1)
  expect(ended[0]).toMatchObject([
    { value: [{ n: 2 }] },
    { reason: { code: '22012', stack: expect.stringContaining('callerOfDivide') } },
    { reason: { message: expect.stringContaining('circular') } },
    { value: [{ n: 3 }] },
  ])
})

test('a value that cannot be read fails its statement alone', async () => {
  pg.types.setTypeParser(pg.types.builtins.MACADDR, (text) => {
    throw new Error(`unreadable ${text}`)
  })
  const address = statement('test.unreadable', "SELECT '08:00:2b:01:02:03'::macaddr AS address")
  await withGroups(async (sql) => {
    const ended = await Promise.allSettled([sql.run(LATER, [1]), sql.run(address), sql.run(LATER, [2])])
    expect(ended).toMatchObject([
      { value: [{ n: 2 }] },
      { reason: { message: 'unreadable 08:00:2b:01:02:03' } },
      { value: [{ n: 3 }] },
    ])
  })
})

test('opening statements share the round trip of the first group', async () => {
  const open = async (sql: StatementGroups) => {
    const before = proxy.piecesSent
    expect(sql.isOpen).toBe(false)
    expect(await sql.run(LATER, [1])).toEqual([{ n: 2 }])
    expect(proxy.piecesSent - before).toBe(1)
    await sql.run(ADD, [5])
    await sql.run(ROLLBACK)
  }
  await withGroups(open, [BEGIN])
  expect(await world.sql('SELECT n FROM noted')).toEqual([])
})

test('when an opening statement fails, neither the first group nor a later one runs', async () => {
  const ended = await withGroups(
    async (sql) => {
      const first = await Promise.allSettled([sql.run(ADD, [5]), sql.run(LATER, [1])])
      return [...first, ...(await Promise.allSettled([sql.run(ADD, [5])]))]
    },
    [statement('test.fail', 'SELECT 1 / 0')],
  )
  const codes = ended.map((each) => (each.status === 'fulfilled' ? 'done' : (each.reason.code ?? 'closed')))
  expect(codes).toEqual(['22012', '22012', 'closed'])
  expect(await world.sql('SELECT n FROM noted')).toEqual([])
  expect(await withGroups((sql) => sql.run(LATER, [1]))).toEqual([{ n: 2 }])
})

test('a transaction without statements asks Postgres nothing', async () => {
  const realm = world.organization.realmId as RealmId
  await db.run(LATER, [1])
  const before = proxy.piecesSent
  await expect(commit(db, realm, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(await commit(db, realm, async () => 'nothing')).toMatchObject({ result: 'nothing', entries: [] })
  expect(proxy.piecesSent - before).toBe(0)
  const refused = commit(db, realm, async (tx) => {
    tx.write(ADD, [2])
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  await commit(db, realm, async (tx) => tx.write(ADD, [5]))
  expect(await world.sql('SELECT n FROM noted')).toEqual([{ n: 2 }])
})

test('a transaction that only writes and finds its connection dead has no effect', async () => {
  const realm = world.organization.realmId as RealmId
  await db.run(LATER, [1])
  proxy.closeOnData()
  const failure = await commit(db, realm, async (tx) => tx.write(ADD, [5])).catch((error: unknown) => error)
  expect(databaseFailureOf(failure)).toBe('away')
  expect(await world.sql('SELECT n FROM noted')).toEqual([])
  await commit(db, realm, async (tx) => tx.write(ADD, [5]))
  expect(await world.sql('SELECT n FROM noted')).toEqual([{ n: 2 }])
})

test('after a failure the rest of the group does not run, and the connection goes on', async () => {
  await withGroups(async (sql) => {
    const group = [
      sql.run(BEGIN),
      sql.run(ECHO, [1, []]),
      sql.run(DIVIDE, [0]),
      sql.run(LATER, [1]), // Postgres does not prepare it now.
      sql.run(COMMIT),
    ]
    const ended = await Promise.allSettled(group)
    expect(ended.map((each) => (each.status === 'fulfilled' ? 'done' : each.reason.code))).toEqual([
      'done',
      'done',
      '22012', // division by zero
      '25P02',
      '25P02',
    ])
    await sql.run(ROLLBACK)
    expect(await Promise.all([sql.run(LATER, [1]), sql.run(DIVIDE, [1])])).toEqual([[{ n: 2 }], [{ n: 1 }]])
  })
})

test('a value that cannot be sent fails its group alone', async () => {
  await withGroups(async (sql) => {
    const circular: unknown[] = []
    circular.push({ toPostgres: () => circular[0] })
    await expect(allOf([sql.run(ECHO, [1, []]), sql.run(ECHO, circular)])).rejects.toThrow('circular')
    expect(await sql.run(ECHO, [2, []])).toEqual([{ n: 2, list: [] }])
  })
})

test('a failed write of a transaction undoes it with the error of the write', async () => {
  const realm = world.organization.realmId as RealmId
  const circular: unknown[] = []
  circular.push({ toPostgres: () => circular[0] })
  const unsendable = commit(db, realm, async (tx) => {
    tx.write(ADD, [1])
    tx.write(ADD, circular)
  })
  await expect(unsendable).rejects.toThrow('circular')
  const failing = [
    () => commit(db, realm, async (tx) => tx.write(ADD, [0])),
    () =>
      commit(db, realm, async (tx) => {
        tx.write(ADD, [1])
        tx.write(ADD, [0])
        await tx.run(NOTED)
      }),
    () =>
      commit(db, realm, async (tx) => {
        tx.write(ADD, [0])
        await tx.em.getConnection().execute('SELECT 1', [], 'all', tx.em.getTransactionContext())
      }),
  ]
  for (const run of failing) await expect(run()).rejects.toMatchObject({ code: '22012' })
  expect(await world.sql('SELECT n FROM noted')).toEqual([])
  const { result } = await commit(db, realm, async (tx) => {
    tx.write(ADD, [1])
    tx.write(ADD, [2])
    return tx.run(NOTED)
  })
  expect(result).toEqual([{ n: 5 }, { n: 10 }])
})
