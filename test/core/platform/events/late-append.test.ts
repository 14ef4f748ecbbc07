import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toRealm } from '../../../../core/platform/events/audience.ts'
import type { RealmId, Seq } from '../../../../core/platform/ids.ts'
import type { Core } from '../../../../core/state/core.ts'
import { expectStreamToContinueLog } from '../../../harness/log-and-stream.ts'
import { undeclaredEvent } from '../../../harness/undeclared-event.ts'
import { World } from '../../../harness/world.ts'

/** Rewound logs are reported as errors. */
const quiet = pino({ level: 'silent' })

let world: World
let realm: RealmId
let core: Core
/** Another process. */
let other: Core

beforeEach(async () => {
  world = await World.create()
  realm = world.organization.realmId as RealmId
  const open = async () => {
    const opened = await world.core(quiet)
    await opened.realms.get(realm)
    await expect.poll(() => opened.epochOf(realm), { timeout: 60_000 }).toBe(0)
    return opened
  }
  ;[core, other] = [await open(), await open()]
})
afterEach(async () => {
  await core.close()
  await other.close()
  await world.close()
})

const emit = (by: Core, n: number) =>
  by.transact(realm, async (tx) => tx.emit(undeclaredEvent({ type: 'test', n }), toRealm))

async function headOfLog(): Promise<Seq> {
  const [head] = await world.sql<{ seq: Seq }>('SELECT seq::int FROM event_head WHERE realm_id = $1', [realm])
  return head!.seq
}

const PATIENCE = { timeout: 60_000 }

test('an entry that Postgres lost before its process could send it does not get into the next epoch', async () => {
  await emit(core, 0)
  let paused = () => {}
  const isPaused = new Promise<void>((resolve) => {
    paused = resolve
  })
  let goOn = () => {}
  const pause = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await emit(core, 1)
  core.faults.afterCommit = () => {
    core.faults.afterCommit = undefined
    paused()
    return pause
  }
  const late = emit(core, 2)
  await isPaused

  // Postgres loses two entries, and the other process finds out first.
  const head = (await headOfLog()) - 2
  await world.sql('UPDATE event_head SET seq = $2 WHERE realm_id = $1', [realm, head])
  await world.sql('DELETE FROM event_log WHERE realm_id = $1 AND seq > $2', [realm, head])
  const epochOf = (process: Core) =>
    process.stream.tips([realm]).then(([tip]) => tip!.epoch && process.epochOf(realm))
  await expect.poll(() => epochOf(other), PATIENCE).toBe(1)
  await expect.poll(() => epochOf(core), PATIENCE).toBe(1)
  goOn()
  await late
  await emit(other, 3)
  await emit(core, 4)
  await expectStreamToContinueLog(world, 60_000)
  expect(await headOfLog()).toBe(head + 2)
  const payloads = await world.sql<{ payload: string }>(
    'SELECT payload FROM event_log WHERE realm_id = $1 AND seq > $2 ORDER BY seq',
    [realm, head],
  )
  const streamed = await core.stream.newest(realm, 2)
  expect(streamed.map(({ payload }) => payload)).toEqual(payloads.map(({ payload }) => payload))
  expect(await epochOf(other)).toBe(1)
})

test('an entry of the present log gets into the stream, although its process did not know the epoch', async () => {
  await emit(core, 0)
  const head = await headOfLog()
  await core.stream.fork(realm, head, 0)
  await emit(core, 1)
  const streamed = async () => (await core.stream.newest(realm, 10)).map(({ seq }) => seq)
  await expect.poll(streamed, PATIENCE).toEqual([head + 1])
  await expect.poll(() => [core.epochOf(realm), other.epochOf(realm)], PATIENCE).toEqual([1, 1])
})

test('the epoch is known as soon as the organization is loaded', async () => {
  await core.stream.fork(realm, await headOfLog(), 0)
  const third = await world.core(quiet)
  await third.realms.get(realm)
  const known = third.epochOf(realm)
  await third.close()
  expect(known).toBe(1)
})
