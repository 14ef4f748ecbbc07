import { afterAll, beforeAll, expect, test } from 'vitest'
import { Database } from '../../../../core/platform/db/database.ts'
import { ANSWER_GRACE_MS } from '../../../../core/platform/db/servers/time-limits.ts'
import { statement } from '../../../../core/platform/db/statements/statement.ts'
import type { RealmId } from '../../../../core/platform/ids.ts'
import { commit, type TransactionOptions } from '../../../../core/platform/transactions/transact.ts'
import { World } from '../../../harness/world.ts'

const LIMIT_MS = 200
const SLEEP = statement('test.sleep', 'SELECT pg_sleep($1) IS NULL AS "isNull"')

let world: World
let db: Database
beforeAll(async () => {
  world = await World.create()
  db = await Database.open({ url: world.config.databaseUrl, poolSize: 1, statementTimeoutMs: LIMIT_MS })
})
afterAll(async () => {
  await db.close()
  await world.close()
})

/** Runs a statement, and then a COPY, each of which takes longer than the limits of the connection. */
const runLong = (options: TransactionOptions) =>
  commit(
    db,
    world.organization.realmId as RealmId,
    async (tx) => {
      await tx.run(SLEEP, [(LIMIT_MS + ANSWER_GRACE_MS) / 1000 + 0.5])
      await tx.copy('COPY slow_row (n) FROM STDIN', Buffer.from('1\n'))
    },
    options,
  )

test('a long transaction has no limit on the time of its statements, and others have', async () => {
  await world.sql(`CREATE FUNCTION wait_long() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_sleep(${(LIMIT_MS + ANSWER_GRACE_MS) / 1000 + 0.5}); RETURN NEW; END $$`)
  await world.sql('CREATE TABLE slow_row (n integer)')
  await world.sql(
    'CREATE TRIGGER slow_row_waits BEFORE INSERT ON slow_row FOR EACH ROW EXECUTE FUNCTION wait_long()',
  )
  await expect(runLong({})).rejects.toMatchObject({ code: '57014' })
  await runLong({ isLong: true })
  expect(await world.sql('SELECT n FROM slow_row')).toEqual([{ n: 1 }])
  // The limit is back for the next transaction on the connection.
  await expect(runLong({})).rejects.toMatchObject({ code: '57014' })
}, 60_000)
