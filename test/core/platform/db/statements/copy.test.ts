import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Database } from '../../../../../core/platform/db/database.ts'
import { type CopiedValue, copyText } from '../../../../../core/platform/db/statements/copy.ts'
import { statement } from '../../../../../core/platform/db/statements/statement.ts'
import type { RealmId } from '../../../../../core/platform/ids.ts'
import { commit } from '../../../../../core/platform/transactions/transact.ts'
import { DEPTH } from '../../../../harness/property.ts'
import { World } from '../../../../harness/world.ts'

const COPY = 'COPY copied (n, words, list, is_so, json) FROM STDIN'
const ADD = statement('test.copy.add', 'INSERT INTO copied (n) VALUES ($1)')
const ALL = statement('test.copy.all', 'SELECT n, words, list, is_so AS "isSo", json FROM copied ORDER BY n')

let world: World
let db: Database
beforeAll(async () => {
  world = await World.create()
  await world.sql(
    'CREATE TABLE copied (n int PRIMARY KEY, words text, list int[], is_so boolean, json jsonb)',
  )
  db = await Database.open({ url: world.config.databaseUrl, poolSize: 1 })
})
beforeEach(() => world.sql('DELETE FROM copied'))
afterAll(async () => {
  await db.close()
  await world.close()
})

const textOf = (rows: readonly (readonly CopiedValue[])[]) =>
  Buffer.from(rows.map((row) => `${row.map(copyText).join('\t')}\n`).join(''))

const copyAll = (rows: Uint8Array) => commit(db, 1 as RealmId, (tx) => tx.copy(COPY, rows))

const words = fc.oneof(
  fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
  fc.stringMatching(/^[\\NntrX.\t\r\n]*$/),
)

test('rows have the same values after COPY', async () => {
  const row = fc.record({
    words: fc.option(words),
    list: fc.option(fc.array(fc.integer({ min: -5, max: 2_147_483_647 }), { maxLength: 4 })),
    isSo: fc.option(fc.boolean()),
    json: fc.option(fc.dictionary(words, fc.oneof(words, fc.integer(), fc.array(words))), { freq: 2 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 30 }), async (given) => {
      const rows = given.map((values, n) => ({ n, ...values }))
      await world.sql('DELETE FROM copied')
      await copyAll(
        textOf(
          rows.map(({ n, words, list, isSo, json }) => {
            return [n, words, list, isSo, json === null ? null : JSON.stringify(json)]
          }),
        ),
      )
      expect(await db.run(ALL)).toEqual(rows)
    }),
    { numRuns: 50 * DEPTH },
  )
})

test('COPY is a part of its transaction, between statements that are sent with others', async () => {
  await commit(db, 1 as RealmId, async (tx) => {
    tx.write(ADD, [1])
    await tx.copy(COPY, textOf([[2, 'two', [2], true, '2']]))
    tx.write(ADD, [3])
  })
  expect(await db.run(ALL)).toMatchObject([{ n: 1 }, { n: 2, words: 'two' }, { n: 3 }])
  const failing = commit(db, 1 as RealmId, async (tx) => {
    await tx.copy(COPY, textOf([[4, 'four', [], null, null]]))
    throw new Error('never mind')
  })
  await expect(failing).rejects.toThrow('never mind')
  expect(await db.run(ALL)).toHaveLength(3)
})

test('COPY that Postgres refuses fails with its error, and the connection serves the next transaction', async () => {
  const long = Array.from({ length: 20_000 }, (_, n) => [n, 'x'.repeat(100), null, null, null] as const)
  await expect(copyAll(textOf([[0, null, null, null, null], ...long]))).rejects.toMatchObject({
    code: '23505',
  })
  await expect(copyAll(Buffer.from('one\n'))).rejects.toMatchObject({ code: '22P02' })
  await copyAll(textOf(long))
  expect(await db.run(ALL)).toHaveLength(20_000)
})
