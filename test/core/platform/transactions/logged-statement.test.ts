import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../../core/platform/db/database.ts'
import { CommitUnknown } from '../../../../core/platform/db/servers/failures.ts'
import { internal, toRealm } from '../../../../core/platform/events/audience.ts'
import type { Head } from '../../../../core/platform/events/log.ts'
import type { RealmId, Seq } from '../../../../core/platform/ids.ts'
import {
  commitLogged,
  type LoggedEvent,
  LoggedStatement,
} from '../../../../core/platform/transactions/logged-statement.ts'
import { commit } from '../../../../core/platform/transactions/transact.ts'
import { databaseBehindProxy } from '../../../harness/database-behind-proxy.ts'
import type { FlakyProxy } from '../../../harness/flaky-proxy.ts'
import { undeclaredEvent } from '../../../harness/undeclared-event.ts'
import { World } from '../../../harness/world.ts'

/**
 * Notes numbers that are not noted yet, and writes an event for each, the highest first. Does nothing when
 * one of them is 13.
 */
const NOTE = new LoggedStatement('test.log-notes', {
  unless: 'SELECT FROM unnest($1::int[]) AS n WHERE n = 13 AND h.realm_id > 0',
  changes: `changed AS MATERIALIZED (
      SELECT n FROM unnest($1::int[]) AS note (n) WHERE EXISTS (SELECT FROM head) AND n NOT IN (SELECT n FROM noted)
    ), written AS (
      INSERT INTO noted (n, quotient) SELECT n, 10 / n FROM changed
    )`,
  events: `SELECT -n AS n, '{"type":"test","n":' || n || '}' AS payload, $2::text AS audience, n * 2 AS "double" FROM changed`,
})
interface Noted extends LoggedEvent {
  readonly double: number
}

let world: World
let db: Database
let proxy: FlakyProxy
let realm: RealmId
beforeAll(async () => {
  world = await World.create()
  realm = world.organization.realmId as RealmId
  await world.sql('CREATE TABLE noted (n int UNIQUE, quotient int)')
  ;({ db, proxy } = await databaseBehindProxy(world.config.databaseUrl, 2))
})
beforeEach(() => world.sql('DELETE FROM noted'))
afterAll(async () => {
  await db.close()
  await proxy.stop()
  await world.close()
})

const head = async () =>
  (
    await world.sql<Head>(
      'SELECT seq::int, state_seq::int AS "stateSeq" FROM event_head WHERE realm_id = $1',
      [realm],
    )
  )[0]!
const noted = async () => (await world.sql<{ n: number }>('SELECT n FROM noted ORDER BY n')).map(({ n }) => n)
const note = async (...lists: number[][]) =>
  commitLogged<Noted>(
    db,
    realm,
    (await head()).stateSeq,
    lists.map((list) => ({ statement: NOTE, values: [list, 'r'] })),
  )
const waitForLock = () =>
  expect
    .poll(() =>
      world.sql(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      ),
    )
    .toHaveLength(1)

test('changes rows and logs the events of what has changed, in one write to the socket', async () => {
  await note([5])
  const { seq } = await head()
  const before = proxy.piecesSent
  const { result, entries } = await note([1, 5, 2], [2, 3])
  expect(proxy.piecesSent - before).toBe(1)
  expect(result.map((events) => events?.map(({ n, double }) => [n, double]))).toEqual([
    [
      [-2, 4],
      [-1, 2],
    ],
    [[-3, 6]],
  ])
  const event = (n: number, place: number) => ({
    ...{ seq: seq + place, payload: `{"type":"test","n":${n}}`, audience: 'r' },
  })
  expect(entries).toEqual([event(2, 1), event(1, 2), event(3, 3)])
  expect(
    await world.sql(
      'SELECT seq::int, payload, audience FROM event_log WHERE realm_id = $1 AND seq > $2 ORDER BY seq',
      [realm, seq],
    ),
  ).toEqual(entries)
  expect((await head()).seq).toBe(seq + 3)
  expect(await noted()).toEqual([1, 2, 3, 5])
})

test('tells nothing that changes from nothing that may change', async () => {
  await note([1])
  const before = await head()
  expect(await note([1], [13, 2], [])).toMatchObject({ result: [[], undefined, []], entries: [] })
  expect(await noted()).toEqual([1])
  expect(await head()).toEqual(before)
})

test('does nothing when memory is older than the last state change', async () => {
  const { stateSeq } = await head()
  await commit(db, realm, async (tx) => tx.emit(undeclaredEvent({ type: '_test' }), internal))
  const run = { statement: NOTE, values: [[1], 'r'] }
  const at = (position: number) => commitLogged(db, realm, position as Seq, [run])
  expect(await at(stateSeq)).toMatchObject({ result: [undefined] })
  expect(await noted()).toEqual([])
  expect(await at((await head()).stateSeq)).toMatchObject({ result: [[{ n: -1 }]] })
})

test('sees what a transaction has changed that had the log, with an event or without', async () => {
  for (const isLogged of [true, false]) {
    const { seq } = await head()
    const n = isLogged ? 1 : 2
    let written: ReturnType<typeof note> | undefined
    await commit(db, realm, async (tx) => {
      await tx.lockLog()
      written = note([n, 7])
      await waitForLock()
      await tx.run({ name: '', text: `INSERT INTO noted (n) VALUES (${n})` })
      if (isLogged) tx.emit(undeclaredEvent({ type: 'test' }), toRealm)
    })
    expect(await written).toMatchObject({
      result: [[{ n: -7 }]],
      entries: [{ seq: seq + (isLogged ? 2 : 1) }],
    })
    await world.sql('DELETE FROM noted WHERE n = 7')
  }
})

test('an error of one statement undoes all', async () => {
  const before = await head()
  await expect(note([1], [0], [2])).rejects.toMatchObject({ code: '22012' })
  expect(await noted()).toEqual([])
  expect(await head()).toEqual(before)
  expect(await note([1])).toMatchObject({ result: [[{ n: -1 }]] })
})

test('says when nobody knows whether it was written', async () => {
  const { stateSeq } = await head()
  proxy.dropData()
  const written = commitLogged(db, realm, stateSeq, [{ statement: NOTE, values: [[1], 'r'] }])
  written.catch(() => undefined)
  await proxy.stop()
  await expect(written).rejects.toBeInstanceOf(CommitUnknown)
  await proxy.start()
  expect(await noted()).toEqual([])
})
