import { afterAll, beforeAll, expect, test } from 'vitest'
import { toRealm } from '../../../../core/platform/events/audience.ts'
import { LogTrimmed, replay } from '../../../../core/platform/events/replay.ts'
import { trimEventLogs } from '../../../../core/platform/events/trim.ts'
import type { RealmId, Seq } from '../../../../core/platform/ids.ts'
import type { Core } from '../../../../core/state/core.ts'
import { expectStreamToContinueLog, logAndStream } from '../../../harness/log-and-stream.ts'
import { undeclaredEvent } from '../../../harness/undeclared-event.ts'
import { World } from '../../../harness/world.ts'

const RETENTION_SECONDS = 900

let world: World
let core: Core
let realm: RealmId

beforeAll(async () => {
  world = await World.create()
  core = await world.core()
  realm = world.organization.realmId as RealmId
  await core.realms.get(realm) // Its stream is repaired from now on.
})
afterAll(async () => {
  await core.close()
  await world.close()
})

const emit = (count: number) =>
  core.transact(realm, async (tx) => {
    for (let n = 0; n < count; n++) tx.emit(undeclaredEvent({ type: 'test', n }), toRealm)
  })

/** Makes all entries of the log this old. */
const age = (seconds: number) =>
  world.sql('UPDATE event_log SET created_at = created_at - make_interval(secs => $1)', [seconds])

async function replayed(from: number, to: number): Promise<number[]> {
  const seqs: number[] = []
  for await (const page of replay(core, realm, from as Seq, to as Seq)) {
    seqs.push(...page.map((entry) => entry.seq))
  }
  return seqs
}

test('entries older than the retention are deleted, younger ones stay, and positions continue', async () => {
  await age(RETENTION_SECONDS)
  await trimEventLogs(core) // The entries of the template, whatever their age.
  await emit(10)
  await age(RETENTION_SECONDS - 60)
  await emit(5)
  const before = await logAndStream(world)
  expect(await trimEventLogs(core)).toBe(0)
  expect((await logAndStream(world)).log).toEqual(before.log)
  await age(120)
  expect(await trimEventLogs(core)).toBe(before.log.length - 5)
  const { head, log } = await logAndStream(world)
  expect(log).toEqual(before.log.slice(-5))
  expect(head).toBe(before.head)
  await emit(1)
  await expectStreamToContinueLog(world)
})

test('a replay from a position in the log returns all later entries, and from before the log none', async () => {
  await emit(700)
  await expectStreamToContinueLog(world)
  const { head, log } = await logAndStream(world)
  const first = log[0]!
  expect(await replayed(first - 1, head)).toEqual(log)
  expect(await replayed(head, head)).toEqual([])
  await world.emptyRedis()
  expect(await replayed(first - 1, head)).toEqual(log)
  await expect(replayed(first - 2, head)).rejects.toThrow(LogTrimmed)
})

test('one run deletes more than one step', async () => {
  for (let n = 0; n < 11; n++) await emit(1_000)
  const { log } = await logAndStream(world)
  await age(RETENTION_SECONDS + 1)
  expect(await trimEventLogs(core)).toBe(log.length)
  expect((await logAndStream(world)).log).toEqual([])
  expect(await trimEventLogs(core)).toBe(0)
})

test('an empty log continues at its former position', async () => {
  const { head } = await logAndStream(world)
  await emit(3)
  expect((await logAndStream(world)).log).toEqual([head + 1, head + 2, head + 3])
  await expectStreamToContinueLog(world)
})
