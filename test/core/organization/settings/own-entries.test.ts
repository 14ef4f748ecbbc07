import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toRealm } from '../../../../core/platform/events/audience.ts'
import type { LogEntry } from '../../../../core/platform/events/log.ts'
import type { RealmId, UserId } from '../../../../core/platform/ids.ts'
import { withRoundTrips } from '../../../../core/platform/log/round-trips.ts'
import type { Tx } from '../../../../core/platform/transactions/transact.ts'
import type { Core } from '../../../../core/state/core.ts'
import { emitChange } from '../../../../core/state/realm/changes.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import { undeclaredEvent } from '../../../harness/undeclared-event.ts'
import { World } from '../../../harness/world.ts'

let world: World
let core: Core
let realm: RealmState
let delivered: (LogEntry | undefined)[]
let stop = () => {}

beforeAll(async () => {
  world = await World.create()
  core = (await world.gateway()).gateway.core
  realm = (await core.realms.get(world.organization.realmId as RealmId))!
})
afterAll(() => world.close())
beforeEach(async () => {
  stop()
  await realm.catchUp()
  delivered = []
  stop = realm.follow((entry) => delivered.push(entry))
})

const hamlet = () => world.userId('hamlet') as UserId
const changeWords = (tx: Tx, words: string[]) =>
  emitChange(tx, { type: '_alert_words', user: hamlet(), words })
const wordsOf = () => realm.alertWords.of(hamlet())
const tell = (tx: Tx) => tx.emit(undeclaredEvent({ type: 'test' }), toRealm)

/** Events of another process that died before it published them; the last `changes` of them change state. */
async function appendInOtherProcess(events: number, changes = 0): Promise<void> {
  await world.sql(
    `WITH head AS (UPDATE event_head SET seq = seq + $2, state_seq = CASE WHEN $3 > 0 THEN seq + $2 ELSE state_seq END
       WHERE realm_id = $1 RETURNING seq - $2 AS before)
     INSERT INTO event_log (realm_id, seq, payload, audience)
     SELECT $1, before + n, CASE WHEN n > $2 - $3 THEN $4 ELSE '{"type":"test"}' END, CASE WHEN n > $2 - $3 THEN '_' ELSE 'r' END
     FROM head, generate_series(1, $2) n`,
    [
      realm.id,
      events,
      changes,
      JSON.stringify({ type: '_alert_words', user: hamlet(), words: ['elsewhere'] }),
    ],
  )
}

/** The number of round trips to Postgres during `work`, without COMMIT. */
async function tripsOf(work: () => Promise<unknown>): Promise<number> {
  const trips = { postgres: 0, redis: 0 }
  await withRoundTrips(trips, work)
  return trips.postgres
}

/** Expects that each entry was delivered once and in order. */
async function expectHeard(from: number): Promise<void> {
  await realm.catchUp()
  const to = realm.position
  expect(delivered.map((entry) => entry?.seq)).toEqual(
    Array.from({ length: to - from }, (_, n) => from + n + 1),
  )
}

/** Runs a transaction that locks the log at its beginning, without bringing memory up to date. */
const whileLocked = (work: (tx: Tx) => void): Promise<void> =>
  core.transact(realm.id, async (tx) => {
    await tx.lockLog()
    work(tx)
  })

test('a process has its own committed entries in memory when the transaction resolves, without a round trip', async () => {
  for (let n = 0; n < 50; n++) {
    const before = realm.position
    let seen: unknown
    const trips = await tripsOf(async () => {
      await core.changeAsSystem(realm, async (tx) => {
        changeWords(tx, [`word${n}`])
        tell(tx)
      })
      seen = [realm.position, wordsOf()]
    })
    expect(seen).toEqual([before + 2, [`word${n}`]])
    expect(trips).toBe(2)
  }
})

test('listeners get each entry once and in order, from either source', async () => {
  const from = realm.position
  await Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      if (n % 7 === 3) await appendInOtherProcess(1 + (n % 3), n % 2)
      await whileLocked((tx) => {
        if (n % 3 === 0) changeWords(tx, [`word${n}`])
        tell(tx)
      })
    }),
  )
  await expectHeard(from)
})

test('a change reads the earlier entries of other processes', async () => {
  const from = realm.position
  await appendInOtherProcess(3)
  await whileLocked((tx) => changeWords(tx, ['mine']))
  expect(wordsOf()).toEqual(['mine'])
  expect(realm.position).toBe(from + 4)
  await expectHeard(from)
})

test('a transaction that changes no state does not wait for entries of others', async () => {
  const from = realm.position
  await appendInOtherProcess(3)
  expect(await tripsOf(() => whileLocked((tx) => tell(tx)))).toBe(2)
  await expectHeard(from)
})

test('an entry that changes no state is delivered right after its commit, without Redis', async () => {
  for (let n = 0; n < 20; n++) {
    await whileLocked((tx) => tell(tx))
    const at = realm.position
    await new Promise((resolve) => setImmediate(resolve))
    expect(delivered.at(-1)?.seq).toBe(realm.position)
    expect(realm.position).toBe(at + 1)
  }
})

test('a change delivers the entries that wait for delivery', async () => {
  const from = realm.position
  await Promise.all([whileLocked((tx) => tell(tx)), whileLocked((tx) => changeWords(tx, ['along']))])
  expect(wordsOf()).toEqual(['along'])
  await expectHeard(from)
})

test('a transaction that holds the lock still applies all changes of other processes', async () => {
  await appendInOtherProcess(3, 1)
  await core.changeAsSystem(realm, async () => {
    expect(wordsOf()).toEqual(['elsewhere'])
  })
})

test('messages of other processes are no reason to read the log', async () => {
  await appendInOtherProcess(3)
  const hold = () => core.changeAsSystem(realm, async () => undefined)
  expect(await tripsOf(hold)).toBe(2) // BEGIN with the lock, and COMMIT
  expect(await tripsOf(() => realm.sync())).toBe(1)
})

test('the head row contains the position of the latest state change', async () => {
  const positions = () =>
    core.transact(realm.id, async (tx) => {
      const { seq, stateSeq } = await tx.lockLog()
      return { seq, stateSeq }
    })
  await core.transact(realm.id, async (tx) => {
    tell(tx)
    changeWords(tx, ['first'])
    changeWords(tx, ['second'])
    tell(tx)
  })
  const { seq, stateSeq } = await positions()
  expect(stateSeq).toBe(seq - 1)
  await core.transact(realm.id, async (tx) => tell(tx))
  expect(await positions()).toEqual({ seq: seq + 1, stateSeq })
})
