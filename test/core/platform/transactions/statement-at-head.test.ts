import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../../core/platform/db/database.ts'
import { CommitUnknown } from '../../../../core/platform/db/servers/failures.ts'
import { type Statement, statement } from '../../../../core/platform/db/statements/statement.ts'
import { internal, toRealm } from '../../../../core/platform/events/audience.ts'
import type { RealmId } from '../../../../core/platform/ids.ts'
import { CollectedWrites, NeedsTransaction } from '../../../../core/platform/transactions/collected-writes.ts'
import {
  type KnownHead,
  SERVER_START,
  StatementAtHead,
} from '../../../../core/platform/transactions/statement-at-head.ts'
import { commit } from '../../../../core/platform/transactions/transact.ts'
import { databaseBehindProxy } from '../../../harness/database-behind-proxy.ts'
import type { FlakyProxy } from '../../../harness/flaky-proxy.ts'
import { undeclaredEvent } from '../../../harness/undeclared-event.ts'
import { World } from '../../../harness/world.ts'

const NOTE = statement(
  'test.note',
  'INSERT INTO noted (n, word) SELECT n, $2 FROM unnest($1::int[]) AS note (n)',
)
const OTHER = statement(
  'test.other-note',
  'INSERT INTO noted (n) SELECT 10 / n FROM unnest($1::int[]) AS note (n)',
)
const TAKEN = statement('test.taken', 'SELECT FROM noted WHERE n = ANY ($1::int[])')
const RESULT = statement('test.result', 'SELECT $1::int + 1 AS next')
const HEAD = statement(
  'test.known-head',
  `SELECT seq, ${SERVER_START} AS server FROM event_head WHERE realm_id = $1`,
)
const AT_HEAD = new StatementAtHead<{ next: number | null }>('test.at-head', {
  writes: [NOTE, OTHER],
  unless: [TAKEN],
  returns: RESULT,
})
const EVENT = { payload: '{"type":"test"}', audience: 'r' }

let world: World
let db: Database
let proxy: FlakyProxy
let realm: RealmId
beforeAll(async () => {
  world = await World.create()
  realm = world.organization.realmId as RealmId
  await world.sql('CREATE TABLE noted (n int UNIQUE, word text)')
  ;({ db, proxy } = await databaseBehindProxy(world.config.databaseUrl, 2))
})
beforeEach(() => world.sql('DELETE FROM noted'))
afterAll(async () => {
  await db.close()
  await proxy.stop()
  await world.close()
})

const knownHead = async (): Promise<KnownHead> => (await db.run<KnownHead>(HEAD, [realm]))[0]!
const noted = () => world.sql('SELECT n, word FROM noted ORDER BY n')
const logFrom = (seq: number) =>
  world.sql('SELECT seq::int, payload FROM event_log WHERE realm_id = $1 AND seq > $2 ORDER BY seq', [
    realm,
    seq,
  ])
const run = (head: KnownHead, given: [Statement, readonly unknown[]][], events = [EVENT]) =>
  AT_HEAD.run(db, realm, { head, events, given: new Map(given) })

/** The statements of this database that wait for a lock. */
const WAITING = "FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
const waitForLock = () => expect.poll(() => world.sql(`SELECT ${WAITING}`)).toHaveLength(1)

test('writes with events at the end of the log, in one write to the socket', async () => {
  const head = await knownHead()
  const before = proxy.piecesSent
  const events = [EVENT, { payload: '{"type":"second"}', audience: 'u1' }]
  const committed = await run(
    head,
    [
      [NOTE, [[1, 2], 'word']],
      [RESULT, [41]],
    ],
    events,
  )
  expect(proxy.piecesSent - before).toBe(1)
  expect(committed).toEqual({
    result: [{ next: 42 }],
    entries: events.map((event, n) => ({ seq: head.seq + 1 + n, ...event })),
    jobs: [],
    hasLater: false,
  })
  expect(await noted()).toEqual([1, 2].map((n) => ({ n, word: 'word' })))
  expect(await logFrom(head.seq)).toEqual(
    events.map(({ payload }, n) => ({ seq: head.seq + 1 + n, payload })),
  )
  expect((await knownHead()).seq).toBe(head.seq + 2)
})

test.each<[why: string, change: (head: KnownHead) => KnownHead]>([
  ['the log has grown', ({ seq, ...head }) => ({ ...head, seq: (seq - 1) as KnownHead['seq'] })],
  ['the log is shorter', ({ seq, ...head }) => ({ ...head, seq: (seq + 1) as KnownHead['seq'] })],
  ['the server is another one', (head) => ({ ...head, server: '2020-01-01 00:00:00+00' })],
])('writes nothing when %s', async (_, change) => {
  const head = await knownHead()
  expect(await run(change(head), [[NOTE, [[1], '']]])).toBeUndefined()
  expect(await noted()).toEqual([])
  expect(await knownHead()).toEqual(head)
})

test('writes nothing when a query finds something', async () => {
  await world.sql('INSERT INTO noted (n) VALUES (5)')
  const head = await knownHead()
  expect(
    await run(head, [
      [NOTE, [[1], '']],
      [TAKEN, [[5]]],
    ]),
  ).toBeUndefined()
  expect(await noted()).toHaveLength(1)
  expect(await knownHead()).toEqual(head)
})

test('writes nothing when a transaction that had the log has written an event', async () => {
  const head = await knownHead()
  let written: Promise<unknown> | undefined
  await commit(db, realm, async (tx) => {
    await tx.lockLog()
    written = run(head, [[NOTE, [[1], '']]])
    await waitForLock()
    tx.emit(undeclaredEvent({ type: 'test' }), toRealm)
  })
  expect(await written).toBeUndefined()
  expect(await noted()).toEqual([])
  expect((await knownHead()).seq).toBe(head.seq + 1)
})

test('writes when a transaction that had the log has changed nothing', async () => {
  const head = await knownHead()
  let written: Promise<unknown> | undefined
  await commit(db, realm, async (tx) => {
    await tx.lockLog()
    written = run(head, [[NOTE, [[1], '']]])
    await waitForLock()
  })
  expect(await written).toMatchObject({ entries: [{ seq: head.seq + 1 }] })
  expect(await noted()).toHaveLength(1)
})

test('an error of one write undoes all', async () => {
  const head = await knownHead()
  await expect(
    run(head, [
      [NOTE, [[1], '']],
      [OTHER, [[0]]],
    ]),
  ).rejects.toMatchObject({ code: '22012' })
  await expect(
    run(head, [
      [NOTE, [[1], '']],
      [OTHER, [[10]]],
    ]),
  ).rejects.toMatchObject({ code: '23505' })
  expect(await noted()).toEqual([])
  expect(await knownHead()).toEqual(head)
})

test('says when nobody knows whether it was written', async () => {
  const head = await knownHead()
  proxy.dropData()
  const written = run(head, [[NOTE, [[1], '']]])
  written.catch(() => undefined)
  await proxy.stop()
  await expect(written).rejects.toBeInstanceOf(CommitUnknown)
  await proxy.start()
  expect(await noted()).toEqual([])
})

/** A statement that Postgres ends has no effect, so the client may be told to try again. */
test('a statement that Postgres ends while it waits for the log is refused', async () => {
  const head = await knownHead()
  await commit(db, realm, async (tx) => {
    await tx.lockLog()
    const written = run(head, [[NOTE, [[1], '']]])
    written.catch(() => undefined)
    await waitForLock()
    await world.sql(`SELECT pg_terminate_backend(pid) ${WAITING}`)
    await expect(written).rejects.toMatchObject({ code: '57P01' })
  })
  expect(await noted()).toEqual([])
  expect(await knownHead()).toEqual(head)
})

test('says that nobody knows whether it was written when Postgres ends it after its answer', async () => {
  await world.sql(`CREATE FUNCTION end_at_commit() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(1); RETURN NULL; END $$`)
  await world.sql(`CREATE CONSTRAINT TRIGGER ends AFTER INSERT ON noted DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION end_at_commit()`)
  try {
    const head = await knownHead()
    await expect(run(head, [[NOTE, [[1], '']]])).rejects.toBeInstanceOf(CommitUnknown)
  } finally {
    await world.sql('DROP TRIGGER ends ON noted')
  }
  expect(await noted()).toEqual([])
})

test('writes that need a transaction are not collected', async () => {
  const collect = () =>
    new CollectedWrites(realm, { seq: 1, stateSeq: 1 } as never, (write) => AT_HEAD.canWrite(write))
  const collected = collect()
  collected.write(NOTE, [[1], 'a'])
  collected.emit(undeclaredEvent({ type: 'test' }), toRealm)
  expect([...collected.writes]).toEqual([[NOTE, [[1], 'a']]])
  expect(collected.events).toEqual([{ payload: '{"type":"test"}', audience: 'r' }])
  for (const refused of [
    () => collected.write(NOTE, [[2], 'b']),
    () => collect().write(TAKEN, [[1]]),
    () => collect().emit(undeclaredEvent({ type: '_test' }), internal),
    () => collect().enqueue(),
    () => collect().announceLater(),
    () => collect().em,
  ])
    expect(refused).toThrow(NeedsTransaction)
  await expect(collect().run()).rejects.toThrow(NeedsTransaction)
  await expect(collect().copy()).rejects.toThrow(NeedsTransaction)
})
