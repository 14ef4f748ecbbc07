import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../../../../core/platform/db/database.ts'
import type { EventStream } from '../../../../core/platform/events/event-stream.ts'
import { type Memory, Repairer } from '../../../../core/platform/events/repair.ts'
import type { RealmId, Seq } from '../../../../core/platform/ids.ts'

const [moving, quiet] = [1, 2] as [RealmId, RealmId]
const SECOND = 1_000

/** Positions of the logs, and the positions of the realms' memory. */
let heads: Map<RealmId, number>
let memories: Map<RealmId, number>
/** How often the head and the stream of each realm were read. */
let readHeads: Map<RealmId, number>
let readStreams: Map<RealmId, number>
let repairer: Repairer
let isInUse: boolean
/** The epoch of each stream, and whether reading heads waits for a reconnection. */
let epochs: Map<RealmId, number>
let reconnection: Promise<void> | undefined
let isPostgresAway: boolean

const count = (counts: Map<RealmId, number>, realms: readonly RealmId[]) => {
  for (const realm of realms) counts.set(realm, (counts.get(realm) ?? 0) + 1)
}

const db = {
  run: async (_statement: unknown, [realms]: [RealmId[] | RealmId]) => {
    if (!Array.isArray(realms)) return [] // the newest entries of one log
    count(readHeads, realms)
    await reconnection
    if (isPostgresAway) throw new Error('Postgres is away.')
    return realms.map((realmId) => ({ realmId, seq: heads.get(realmId) }))
  },
} as unknown as Database

const stream = {
  tips: async (realms: RealmId[]) => {
    count(readStreams, realms)
    return realms.map((realm) => ({ head: heads.get(realm), epoch: epochs.get(realm) ?? 0 }))
  },
  newest: async () => [],
  fork: async (realm: RealmId, _floor: number, epoch: number) => void epochs.set(realm, epoch + 1),
} as unknown as EventStream

const memoryOf = (id: RealmId): Memory => ({
  id,
  get position() {
    return memories.get(id) as Seq
  },
  catchUp: async () => void memories.set(id, heads.get(id)!),
  startOver: async () => void memories.set(id, heads.get(id)!),
  differsFrom: () => false,
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  ;[readHeads, readStreams] = [new Map(), new Map()]
  ;[epochs, reconnection] = [new Map(), undefined]
  ;[isInUse, isPostgresAway] = [true, false]
  heads = new Map([moving, quiet].map((realm) => [realm, 7]))
  memories = new Map(heads)
  repairer = new Repairer(
    db,
    stream,
    pino({ level: 'silent' }),
    () => [...memories.keys()].map(memoryOf),
    () => isInUse,
  )
  repairer.start()
})
afterEach(() => {
  repairer.stop()
  vi.useRealTimers()
})

function move(): void {
  const next = heads.get(moving)! + 1
  heads.set(moving, next)
  memories.set(moving, next)
}

/** Lets time pass, in which the moving realm gets an entry every tenth of a second. */
async function pass(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 100) {
    move()
    await vi.advanceTimersByTimeAsync(100)
  }
}

test('a quiet log is checked every two seconds while another one moves', async () => {
  await pass(6 * SECOND)
  readHeads.clear()
  readStreams.clear()
  await pass(20 * SECOND)
  expect(readHeads.get(moving)).toBeGreaterThan(190)
  expect(readHeads.get(quiet)).toBe(10)
  expect(readStreams.get(quiet)).toBe(10)
})

test('a log is checked again after twice as long each time, and then every two seconds', async () => {
  await pass(6 * SECOND)
  const checks: number[] = []
  for (let tenths = 0; tenths < 100; tenths++) {
    if (tenths === 0) move()
    readHeads.clear()
    await vi.advanceTimersByTimeAsync(100)
    if (readHeads.has(moving)) checks.push(tenths)
  }
  expect(checks).toEqual(expect.arrayContaining([0, 1, 2, 4, 8, 16]))
  // Six checks that double, and one every two seconds, of which one may come between them.
  expect(checks.length).toBeLessThanOrEqual(6 + 5)
})

test('memory that lags is brought up to date soon after the last entry, and within two seconds and a fifth later', async () => {
  for (const [pause, within] of [
    [100, 300],
    [400, 700],
    [1_500, 2_000],
    [5_000, 2_200],
  ] as const) {
    await pass(6 * SECOND)
    await vi.advanceTimersByTimeAsync(pause)
    heads.set(moving, heads.get(moving)! + 1)
    await vi.advanceTimersByTimeAsync(within)
    expect([pause, memories.get(moving)]).toEqual([pause, heads.get(moving)])
  }
})

test('a gap that is reported is looked for at once', async () => {
  await vi.advanceTimersByTimeAsync(20 * SECOND)
  readHeads.clear()
  while (!readHeads.has(moving)) await vi.advanceTimersByTimeAsync(100)
  readHeads.clear()
  await vi.advanceTimersByTimeAsync(300)
  expect(readHeads.has(moving)).toBe(false)
  repairer.reportGap(moving)
  await vi.advanceTimersByTimeAsync(300)
  expect(readHeads.get(moving)).toBeGreaterThanOrEqual(2)
})

test('a stream starts over once, also when two processes find the loss before and after it', async () => {
  await pass(6 * SECOND)
  let connect = () => {}
  reconnection = new Promise((resolve) => {
    connect = resolve
  })
  await vi.advanceTimersByTimeAsync(100)
  // Postgres is restored. Another process finds it first, lets the stream start over, and says so.
  heads.set(moving, 3)
  epochs.set(moving, 1)
  await repairer.followEpoch(moving)
  expect(memories.get(moving)).toBe(3)
  connect()
  await vi.advanceTimersByTimeAsync(10 * SECOND)
  expect(epochs.get(moving)).toBe(1)
  // The next loss is found again.
  heads.set(moving, 2)
  await vi.advanceTimersByTimeAsync(10 * SECOND)
  expect(epochs.get(moving)).toBe(2)
  expect(memories.get(moving)).toBe(2)
})

test('memory of a quiet log that lags is brought up to date within two seconds and a fifth', async () => {
  await pass(6 * SECOND)
  heads.set(quiet, 8)
  await pass(2_200)
  expect(memories.get(quiet)).toBe(8)
})

test('a log whose memory is unloaded is checked no more, and begins anew when it is loaded', async () => {
  await pass(6 * SECOND)
  memories.delete(quiet)
  readHeads.clear()
  await pass(4 * SECOND)
  expect(readHeads.has(quiet)).toBe(false)
  memories.set(quiet, 8)
  heads.set(quiet, 8)
  await pass(2 * SECOND)
  expect(readHeads.get(quiet)).toBeGreaterThanOrEqual(6)
})

/** Lets time pass without an entry and returns the tenths of a second in which logs were checked. */
async function quietChecks(tenths: number): Promise<number[]> {
  const checks: number[] = []
  for (let tenth = 0; tenth < tenths; tenth++) {
    readHeads.clear()
    await vi.advanceTimersByTimeAsync(100)
    if (readHeads.size > 0) checks.push(tenth)
  }
  return checks
}

test('quiet logs are checked every ten seconds while nobody uses the process, and at once when somebody does', async () => {
  isInUse = false
  await vi.advanceTimersByTimeAsync(20 * SECOND)
  expect(await quietChecks(400)).toHaveLength(4)
  while ((await quietChecks(1)).length === 0);
  heads.set(quiet, 8)
  isInUse = true
  repairer.endPause()
  expect((await quietChecks(3)).slice(0, 2)).toEqual([0, 1])
  expect(memories.get(quiet)).toBe(8)
  await vi.advanceTimersByTimeAsync(6 * SECOND)
  expect((await quietChecks(200)).length).toBeGreaterThanOrEqual(9)
})

test('after a failed check the next one comes within two seconds, also while nobody uses the process', async () => {
  isInUse = false
  await vi.advanceTimersByTimeAsync(20 * SECOND)
  isPostgresAway = true
  repairer.endPause()
  expect((await quietChecks(100)).length).toBeGreaterThanOrEqual(5)
  isPostgresAway = false
  expect(await quietChecks(21)).toHaveLength(1)
})

test('a process in use is not checked more often when it is used again', async () => {
  await vi.advanceTimersByTimeAsync(6 * SECOND)
  while ((await quietChecks(1)).length === 0);
  repairer.endPause()
  expect(await quietChecks(15)).toEqual([])
})

test('the lag is that of the log that lags most, as the last check of all logs has found it', async () => {
  expect(repairer.lag()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(6 * SECOND)
  expect(repairer.lag()).toEqual({ realm: moving, head: 7, stream: 7, position: 7 })
  while ((await quietChecks(1)).length === 0);
  heads.set(quiet, 9)
  await vi.advanceTimersByTimeAsync(2 * SECOND)
  expect(repairer.lag()).toEqual({ realm: quiet, head: 9, stream: 9, position: 7 })
  isPostgresAway = true
  await vi.advanceTimersByTimeAsync(3 * SECOND)
  expect(repairer.lag()).toBeUndefined()
})
