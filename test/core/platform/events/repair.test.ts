import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ENTITIES } from '../../../../core/entities.ts'
import { Database } from '../../../../core/platform/db/database.ts'
import { toRealm } from '../../../../core/platform/events/audience.ts'
import { EventStream } from '../../../../core/platform/events/event-stream.ts'
import { type LogEntry, streamKeys } from '../../../../core/platform/events/log.ts'
import { RecentEntries } from '../../../../core/platform/events/recent-entries.ts'
import { type Memory, Repairer } from '../../../../core/platform/events/repair.ts'
import type { RealmId, Seq } from '../../../../core/platform/ids.ts'
import { commit } from '../../../../core/platform/transactions/transact.ts'
import { expectStreamToContinueLog, logAndStream } from '../../../harness/log-and-stream.ts'
import { undeclaredEvent } from '../../../harness/undeclared-event.ts'
import { World } from '../../../harness/world.ts'

let world: World
let db: Database
let stream: EventStream
let realm: RealmId
let repairer: Repairer
let memory: FakeMemory

const silent = pino({ level: 'silent' })

/** A process's memory that the test updates. */
class FakeMemory implements Memory {
  readonly id = realm
  position: Seq
  readonly calls: string[] = []

  constructor(position: number) {
    this.position = position as Seq
  }

  readonly recent = new RecentEntries()

  differsFrom(entries: readonly LogEntry[]): boolean {
    return this.recent.differFrom(entries)
  }

  async catchUp(): Promise<void> {
    this.calls.push('catchUp')
    this.position = await headOfLog()
  }

  async startOver(): Promise<void> {
    this.calls.push('startOver')
    this.position = await headOfLog()
  }
}

beforeAll(async () => {
  world = await World.create()
  realm = world.organization.realmId as RealmId
  db = await Database.open({ entities: ENTITIES, url: world.env.DATABASE_URL!, poolSize: 4 })
  stream = new EventStream(world.redis)
})
afterAll(async () => {
  await db.close()
  await world.close()
})

/** A stream with the whole log, and a process that has read all of it. */
beforeEach(async () => {
  await world.emptyRedis()
  memory = new FakeMemory(await headOfLog())
  repairer = new Repairer(db, stream, silent, () => [memory])
  await repairer.repair(realm)
})

async function headOfLog(): Promise<Seq> {
  const [head] = await world.sql<{ seq: Seq }>('SELECT seq::int FROM event_head WHERE realm_id = $1', [realm])
  return head!.seq
}

/** Events of a process that dies before it appends them. */
async function commitOnly(count = 1): Promise<LogEntry[]> {
  const { entries } = await commit(db, realm, async (tx) => {
    for (let n = 0; n < count; n++) tx.emit(undeclaredEvent({ type: 'test', n, at: Math.random() }), toRealm)
  })
  return [...entries]
}

async function commitAndAppend(count = 1): Promise<void> {
  await stream.append(realm, await commitOnly(count))
  memory.position = await headOfLog()
}

/** Resets Postgres to an earlier state, as a restored backup or a standby without the newest events. */
async function goBack(events: number): Promise<void> {
  await world.sql('UPDATE event_head SET seq = seq - $2 WHERE realm_id = $1', [realm, events])
  await world.sql(
    'DELETE FROM event_log USING event_head h WHERE event_log.realm_id = h.realm_id AND event_log.seq > h.seq',
  )
}

const epoch = async () => (await stream.tips([realm]))[0]!.epoch
const streamed = async () => (await logAndStream(world)).stream

test('a gap is filled in the second round, with the entries that waited for it', async () => {
  await commitOnly(2)
  expect(await stream.append(realm, await commitOnly())).toBe('gap')
  const before = await streamed()
  await repairer.check()
  expect(await streamed()).toEqual(before)
  await repairer.check()
  await expectStreamToContinueLog(world, 0)
})

test('a stream that moves between two rounds is not repaired', async () => {
  const first = await commitOnly()
  await repairer.check()
  await stream.append(realm, first)
  const second = await commitOnly()
  await repairer.check()
  expect((await streamed()).at(-1)).toBe(first[0]!.seq)
  await stream.append(realm, second)
  await expectStreamToContinueLog(world, 0)
})

test('a wiped Redis is filled from the log at once', async () => {
  await commitAndAppend(3)
  await world.emptyRedis()
  await repairer.check()
  await expectStreamToContinueLog(world, 0)
  expect(await epoch()).toBe(0)
})

test('several repairers fill a cold stream once', async () => {
  await world.emptyRedis()
  const others = Array.from({ length: 4 }, () => new Repairer(db, stream, silent, () => [memory]))
  await Promise.all([...others, repairer].flatMap((each) => [each.repair(realm), each.repair(realm)]))
  await expectStreamToContinueLog(world, 0)
})

test('a stream is refilled only with entries that clients are likely to request', async () => {
  const head = await headOfLog()
  await world.sql(
    `INSERT INTO event_log (realm_id, seq, payload, audience)
     SELECT $1, $2 + n, '{"type":"test"}', 'r' FROM generate_series(1, 25000) AS n`,
    [realm, head],
  )
  await world.sql('UPDATE event_head SET seq = seq + 25000 WHERE realm_id = $1', [realm])
  const expected = Array.from({ length: 10_000 }, (_, n) => head + 15_001 + n)
  await repairer.repair(realm) // The stream is far behind.
  expect(await streamed()).toEqual(expected)
  await world.emptyRedis() // … or is unknown.
  await repairer.repair(realm)
  expect(await streamed()).toEqual(expected)
  await world.sql('DELETE FROM event_log WHERE realm_id = $1 AND seq <= $2', [realm, head + 24_990])
})

test('a stream older than the log begins again where the log begins', async () => {
  await commitAndAppend(3)
  await commitOnly(20)
  const head = await headOfLog()
  await world.sql('DELETE FROM event_log WHERE realm_id = $1 AND seq <= $2', [realm, head - 5])
  await repairer.repair(realm)
  expect(await streamed()).toEqual([head - 4, head - 3, head - 2, head - 1, head])
  await expectStreamToContinueLog(world, 0)
})

test('a log that is trimmed completely leaves an empty stream that continues', async () => {
  await commitOnly(3)
  await world.sql('DELETE FROM event_log WHERE realm_id = $1', [realm])
  await repairer.repair(realm)
  expect(await streamed()).toEqual([])
  expect(await stream.append(realm, await commitOnly())).toBe('appended')
})

test('memory that the stream does not update reads the log one round later', async () => {
  await commitAndAppend(2)
  memory.position = (memory.position - 2) as Seq
  await repairer.check()
  expect(memory.calls).toEqual([])
  await repairer.check()
  expect(memory.calls).toEqual(['catchUp'])
  await repairer.check()
  expect(memory.calls).toEqual(['catchUp'])
})

test('memory is updated while Redis does not answer', async () => {
  const deaf = { tips: () => new Promise(() => undefined) } as unknown as EventStream
  const alone = new Repairer(db, deaf, silent, () => [memory])
  await commitOnly()
  alone.start()
  await expect.poll(() => memory.calls).toEqual(['catchUp'])
  alone.stop()
})

const newestUserId = async (): Promise<number> => {
  const [row] = await world.sql<{ id: string }>(
    "SELECT last_value AS id FROM pg_sequences WHERE sequencename = 'user_account_id_seq'",
  )
  return Number(row!.id)
}

test('a log that went back starts a new epoch of the stream and of memory', async () => {
  await commitAndAppend(8)
  await repairer.check()
  await goBack(5)
  const before = await newestUserId()
  await repairer.check()
  expect(memory.calls).toEqual(['startOver', 'startOver'])
  expect(await epoch()).toBe(1)
  // Ids of lost rows are not given again; they are skipped once.
  expect(await newestUserId()).toBe(before + 100_000)
  await expectStreamToContinueLog(world, 0)
  await commitAndAppend(2)
  await expectStreamToContinueLog(world, 0)
  await repairer.check()
  expect(await epoch()).toBe(1)
  expect(await newestUserId()).toBe(before + 100_000)
})

test('… also for a process that has read nothing of the other log, as after a start', async () => {
  await commitAndAppend(8)
  await goBack(5)
  memory.position = await headOfLog()
  await repairer.check()
  expect(memory.calls).not.toContain('catchUp')
  expect(await epoch()).toBe(1)
  await expectStreamToContinueLog(world, 0)
})

test('… also when the log has overtaken the stream before the first check', async () => {
  await commitAndAppend(8)
  await repairer.check()
  await goBack(5)
  const entries = await commitOnly(9)
  expect(await stream.append(realm, entries)).toBe('forked')
  repairer.reportFork(realm)
  await repairer.check()
  expect(memory.calls).toEqual(['startOver'])
  expect(await epoch()).toBe(1)
  await expectStreamToContinueLog(world, 0)
})

test('… once, when another process starts the stream over while this one repairs it', async () => {
  await commitAndAppend(8)
  const other = new Repairer(db, stream, silent, () => [new FakeMemory(memory.position)])
  const overtaken = new Proxy(stream, {
    get: (target, name: keyof EventStream) => {
      if (name !== 'append') {
        const value: unknown = target[name]
        return typeof value === 'function' ? value.bind(target) : value
      }
      // As when the stream has got another entry of this position meanwhile.
      return async () => {
        other.reportFork(realm)
        await other.check()
        await repairing.followEpoch(realm)
        return 'forked'
      }
    },
  })
  const repairing = new Repairer(db, overtaken, silent, () => [memory])
  await Promise.all([repairing.check(), other.check()])
  await goBack(5)
  await commitOnly(9)
  await repairing.repair(realm)
  expect(await epoch()).toBe(1)
  await repairing.check()
  expect(await epoch()).toBe(1)
  await expectStreamToContinueLog(world, 0)
})

test('… and Redis gets the new epoch when it is reachable again', async () => {
  await commitAndAppend(8)
  await repairer.check()
  await goBack(5)
  let isAway = true
  const flaky = new Proxy(stream, {
    get: (target, name: keyof EventStream) => {
      if (name === 'tips' && isAway) return () => Promise.reject(new Error('away'))
      const value: unknown = target[name]
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const cut = new Repairer(db, flaky, silent, () => [memory])
  await cut.check()
  expect(memory.calls).toEqual(['startOver'])
  await commitOnly(9)
  memory.position = await headOfLog()
  isAway = false
  await cut.check()
  expect(await epoch()).toBe(1)
  await expectStreamToContinueLog(world, 0)
})

/** The database as a connection to another server would show it. */
const onServer = (name: () => string) =>
  new Proxy(db, {
    get: (target, key: keyof Database) => {
      if (key === 'together') return target.together.bind(target)
      if (key !== 'run') return Reflect.get(target, key)
      return async (...query: Parameters<Database['run']>) => {
        const rows = await target.run<{ server?: string }>(...query)
        return rows.map((row) => (row.server === undefined ? row : { ...row, server: name() }))
      }
    },
  })

test('memory with lost entries starts over when another server has as many, while Redis is away', async () => {
  let server = 'primary'
  const deaf = { tips: () => Promise.reject(new Error('away')) } as unknown as EventStream
  const alone = new Repairer(
    onServer(() => server),
    deaf,
    silent,
    () => [memory],
  )
  for (const entry of await commitOnly(8)) memory.recent.add(entry)
  memory.position = await headOfLog()
  await alone.check()
  server = 'standby that has everything'
  await alone.check()
  expect(memory.calls).toEqual([])
  await goBack(5)
  await commitOnly(5)
  const before = await newestUserId()
  server = 'standby that lacked five entries'
  await alone.check()
  await alone.check()
  expect(memory.calls).toEqual(['startOver'])
  await expect.poll(newestUserId).toBe(before + 100_000)
})

test('a stream with lost entries starts over, although the log has overtaken it while no process ran', async () => {
  await commitAndAppend(8)
  await goBack(5)
  await commitOnly(9)
  memory.position = await headOfLog()
  await repairer.check()
  expect(await epoch()).toBe(1)
  await expectStreamToContinueLog(world, 0)
})

test('every process starts over once, whichever process detects the loss first', async () => {
  await commitAndAppend(8)
  const others = [new FakeMemory(memory.position), new FakeMemory(memory.position)]
  const repairers = [repairer, ...others.map((other) => new Repairer(db, stream, silent, () => [other]))]
  for (const repairer of repairers) await repairer.check()
  await goBack(5)
  for (const repairer of repairers) await repairer.check()
  for (const repairer of repairers) await repairer.check()
  for (const stream of [memory, ...others]) {
    expect(stream.calls).toContain('startOver')
    expect(stream.position).toBe(await headOfLog())
  }
  expect(await epoch()).toBe(1)
  await expectStreamToContinueLog(world, 0)
})

test('a commit between reading the log and reading the stream is no fork', async () => {
  const racing = new Proxy(db, {
    get: (target, name: keyof Database) => {
      if (name !== 'run') return Reflect.get(target, name)
      return async (...query: Parameters<Database['run']>) => {
        const rows = await target.run(...query)
        await commitAndAppend()
        return rows
      }
    },
  })
  const hurried = new Repairer(racing, stream, silent, () => [memory])
  for (let n = 0; n < 5; n++) await hurried.check()
  expect(await epoch()).toBe(0)
  expect(memory.calls).toEqual([])
  await expectStreamToContinueLog(world, 0)
})

test('all keys of a realm are in one slot', () => {
  for (const key of Object.values(streamKeys(realm))) expect(key).toContain(`{realm:${realm}}`)
})

test('a process that finds a loss before its first look at the stream does not end the epoch that another has begun', async () => {
  await commitAndAppend(3)
  const other = new Repairer(db, stream, silent, () => [memory])
  await other.learnEpoch(realm)
  const position = memory.position
  await goBack(2)
  await repairer.check()
  expect(await epoch()).toBe(1)
  // Memory of the other process still has the lost entries.
  memory.position = position
  await other.check()
  expect(memory.position).toBe(await headOfLog())
  await other.check()
  expect(await epoch()).toBe(1)
  await expectStreamToContinueLog(world, 0)
})
