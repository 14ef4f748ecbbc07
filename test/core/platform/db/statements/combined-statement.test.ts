import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Database } from '../../../../../core/platform/db/database.ts'
import { CombinedStatement } from '../../../../../core/platform/db/statements/combined-statement.ts'
import { type Sql, type Statement, statement } from '../../../../../core/platform/db/statements/statement.ts'
import { World } from '../../../../harness/world.ts'

const COUNTED = statement(
  'test.counted',
  `SELECT n, -n AS "minusN", n::int8 * 1000000000000 AS large, 'é "' || n AS text, n % 2 = 0 AS even, NULL AS nothing,
     array[n, n + 1] AS list, json_build_object('n', n) AS json
   FROM generate_series($1::int, $2::int) n ORDER BY n DESC -- a comment`,
)
const ANY = statement('test.any', 'SELECT n FROM generate_series(1, 5) n WHERE n = ANY ($1::int[])')
const NONE = statement('test.none', 'SELECT 1 AS one WHERE false')
const FAILING = statement('test.failing', 'SELECT 1 / $1::int AS n')
const OTHER = statement('test.other', 'SELECT 2 AS two')
const PARTS = new CombinedStatement('test.parts', [COUNTED, ANY, NONE, FAILING])

let world: World
let db: Database
beforeAll(async () => {
  world = await World.create()
  db = await Database.open({ url: world.config.databaseUrl, poolSize: 1 })
})
afterAll(async () => {
  await db.close()
  await world.close()
})

/** Reads in a snapshot, and returns the names of the statements that ran too. */
async function read<T>(work: (sql: Sql) => Promise<T>): Promise<{ result: T; names: string[] }> {
  const names: string[] = []
  const result = await db.snapshot(async (sql) => {
    const noting: Sql = {
      run: (query: Statement, values) => {
        names.push(query.name)
        return sql.run(query, values)
      },
    }
    await sql.run(OTHER)
    return work(PARTS.over(noting))
  })
  return { result, names }
}

test('statements of one turn run as one and give the rows that each gives alone', async () => {
  const { result, names } = await read((sql) =>
    Promise.all([sql.run(ANY, [[2, 4]]), sql.run(COUNTED, [1, 3]), sql.run(NONE), sql.run(OTHER)]),
  )
  expect(names.sort()).toEqual(['test.other', 'test.parts'])
  expect(result).toEqual([await db.run(ANY, [[2, 4]]), await db.run(COUNTED, [1, 3]), [], [{ two: 2 }]])
  expect(result[1]).toHaveLength(3)
})

test('a statement alone runs by itself', async () => {
  const { result, names } = await read(async (sql) => [
    await sql.run(ANY, [[5]]),
    await sql.run(COUNTED, [1, 0]),
  ])
  expect(names).toEqual(['test.any', 'test.counted'])
  expect(result).toEqual([[{ n: 5 }], []])
})

test('the same statement runs once for the same values, and for others by itself', async () => {
  const { result, names } = await read((sql) =>
    Promise.all([
      sql.run(COUNTED, [1, 1]),
      sql.run(COUNTED, [1, 1]),
      sql.run(COUNTED, [2, 2]),
      sql.run(NONE),
    ]),
  )
  expect(names.sort()).toEqual(['test.counted', 'test.parts'])
  expect(result.map((rows) => rows.map(({ n }) => n))).toEqual([[1], [1], [2], []])
})

describe('a failure', () => {
  test('is that of every statement that ran together', async () => {
    const { result } = await read((sql) =>
      Promise.allSettled([sql.run(FAILING, [0]), sql.run(ANY, [[1]]), sql.run(NONE)]),
    )
    for (const settled of result)
      expect(settled).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
  })

  test('comes only from statements that somebody asked for', async () => {
    const { result } = await read((sql) => Promise.all([sql.run(ANY, [[1]]), sql.run(NONE)]))
    expect(result).toEqual([[{ n: 1 }], []])
  })
})
