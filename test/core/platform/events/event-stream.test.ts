import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EventStream, toLogEntry } from '../../../../core/platform/events/event-stream.ts'
import { type LogEntry, streamKeys } from '../../../../core/platform/events/log.ts'
import type { RealmId, Seq } from '../../../../core/platform/ids.ts'
import { checkProperty } from '../../../harness/property.ts'
import { World } from '../../../harness/world.ts'

let world: World
let stream: EventStream
/** Each test has its own realm: a stream begins with the first append. */
let realm = 1_000 as RealmId

beforeAll(async () => {
  world = await World.create()
  stream = new EventStream(world.redis)
})
afterAll(() => world.close())

const nextRealm = () => realm++ as RealmId

/** Entries `from`…`to`, each with its position. */
const entries = (from: number, to: number): LogEntry[] =>
  Array.from({ length: to - from + 1 }, (_, n) => ({
    seq: (from + n) as Seq,
    payload: JSON.stringify({ type: 'test', text: `“${from + n}” / \\ \u0001` }),
    audience: n % 2 === 0 ? 'r' : 'u1,2',
  }))

async function inStream(of: RealmId): Promise<LogEntry[]> {
  return (await world.redis.xrange(streamKeys(of).stream, '-', '+')).map(toLogEntry)
}

const waiting = (of: RealmId) => world.redis.hlen(streamKeys(of).waiting)
const head = async (of: RealmId) => (await stream.tips([of]))[0]!.head
const open = (of: RealmId, floor: number) => stream.open(of, floor as Seq, undefined)

test('a stream that was never opened is cold and stays empty', async () => {
  const of = nextRealm()
  expect(await stream.append(of, entries(1, 2))).toBe('cold')
  expect(await world.redis.exists(...Object.values(streamKeys(of)))).toBe(0)
  expect(await head(of)).toBeUndefined()
})

test('the next entry in order is added at once', async () => {
  const of = nextRealm()
  await open(of, 6)
  expect(await stream.append(of, entries(7, 7))).toBe('appended')
  expect(await stream.append(of, entries(8, 10))).toBe('appended')
  expect(await stream.append(of, [])).toBe('appended')
  expect(await inStream(of)).toEqual([...entries(7, 7), ...entries(8, 10)])
  expect(await head(of)).toBe(10)
})

test('entries that are present already change nothing, and later ones of the same batch are added', async () => {
  const of = nextRealm()
  await open(of, 0)
  await stream.append(of, entries(1, 3))
  expect(await stream.append(of, entries(1, 3))).toBe('appended')
  expect(await stream.append(of, entries(1, 5))).toBe('appended')
  expect(await inStream(of)).toEqual(entries(1, 5))
})

test('an entry that arrives early waits, invisible, for the one before it', async () => {
  const of = nextRealm()
  await open(of, 0)
  expect(await stream.append(of, entries(5, 6))).toBe('gap')
  expect(await stream.append(of, entries(3, 3))).toBe('gap')
  expect(await inStream(of)).toEqual([])
  expect(await waiting(of)).toBe(3)
  expect(await stream.append(of, entries(1, 2))).toBe('gap')
  expect((await inStream(of)).map((entry) => entry.seq)).toEqual([1, 2, 3])
  expect(await stream.append(of, entries(4, 4))).toBe('appended')
  expect((await inStream(of)).map((entry) => entry.seq)).toEqual([1, 2, 3, 4, 5, 6])
  expect(await waiting(of)).toBe(0)
})

test('text of any kind is unchanged after the wait', async () => {
  const of = nextRealm()
  await open(of, 0)
  await stream.append(of, entries(2, 3))
  await stream.append(of, entries(1, 1))
  expect((await inStream(of)).slice(1)).toEqual(entries(2, 3))
})

test('an entry stops waiting when another process has filled the gap and more', async () => {
  const of = nextRealm()
  await open(of, 0)
  await stream.append(of, entries(3, 4))
  expect(await stream.append(of, entries(1, 6))).toBe('appended')
  expect(await waiting(of)).toBe(0)
  expect((await inStream(of)).map((entry) => entry.seq)).toEqual([1, 2, 3, 4, 5, 6])
})

test('another entry at a used position reveals another log and writes nothing', async () => {
  const of = nextRealm()
  await open(of, 0)
  await stream.append(of, entries(1, 4))
  const other = [{ ...entries(3, 3)[0]!, payload: '{"type":"other"}' }, ...entries(4, 6)]
  expect(await stream.append(of, other)).toBe('forked')
  expect(await inStream(of)).toEqual(entries(1, 4))
  expect(await head(of)).toBe(4)
})

test('opening drops former entries, unless another process was faster', async () => {
  const of = nextRealm()
  await open(of, 5)
  await open(of, 90) // The stream is known now.
  expect(await head(of)).toBe(5)
  await stream.append(of, entries(8, 8))
  await stream.open(of, 20 as Seq, 5 as Seq)
  expect(await head(of)).toBe(20)
  expect(await waiting(of)).toBe(0)
  expect(await stream.append(of, entries(21, 21))).toBe('appended')
})

test('a fork begins the next epoch once', async () => {
  const of = nextRealm()
  await open(of, 0)
  await stream.append(of, entries(1, 9))
  await Promise.all([stream.fork(of, 4 as Seq, 0), stream.fork(of, 4 as Seq, 0)])
  expect(await stream.tips([of])).toEqual([{ head: 4, epoch: 1 }])
  expect(await inStream(of)).toEqual([])
})

test('entries of a former epoch are not added, neither at once nor later', async () => {
  const of = nextRealm()
  await open(of, 0)
  expect(await stream.append(of, entries(1, 9), 0)).toBe('appended')
  await stream.fork(of, 4 as Seq, 0)
  expect(await stream.append(of, entries(5, 6), 0)).toBe('newEpoch')
  expect(await stream.append(of, entries(8, 9), 0)).toBe('newEpoch')
  expect(await waiting(of)).toBe(0)
  expect(await inStream(of)).toEqual([])
  expect(await stream.append(of, entries(5, 6), 1)).toBe('appended')
  expect(await stream.append(of, [...entries(7, 7)])).toBe('appended')
  expect(await inStream(of)).toEqual(entries(5, 7))
})

test('trimming drops the oldest entries, and an older limit does not undo it', async () => {
  const of = nextRealm()
  await open(of, 0)
  await stream.append(of, entries(1, 1_000))
  await stream.trim(of, 700 as Seq)
  await stream.trim(of, 10 as Seq)
  const left = (await inStream(of)).map((entry) => entry.seq)
  expect(left[0]).toBeLessThanOrEqual(701)
  expect(left[0]).toBeGreaterThan(500) // Redis drops whole nodes.
  expect(left.at(-1)).toBe(1_000)
  expect(await world.redis.get(streamKeys(of).floor)).toBe('700')
  expect(await stream.append(of, entries(1_001, 1_001))).toBe('appended')
})

test('batches in any order and number give a stream that equals the log up to the first gap', async () => {
  const batch = fc.record({ from: fc.integer({ min: 1, max: 30 }), count: fc.integer({ min: 1, max: 6 }) })
  await checkProperty(fc.array(batch, { maxLength: 25 }), 60, async (batches) => {
    const of = nextRealm()
    await open(of, 0)
    const arrived = new Set<number>()
    for (const { from, count } of batches) {
      const outcome = await stream.append(of, entries(from, from + count - 1))
      for (let seq = from; seq < from + count; seq++) arrived.add(seq)
      let upTo = 0
      while (arrived.has(upTo + 1)) upTo++
      const early = [...arrived].filter((seq) => seq > upTo).length
      expect((await inStream(of)).map((entry) => entry.seq)).toEqual(
        Array.from({ length: upTo }, (_, n) => n + 1),
      )
      expect(await waiting(of)).toBe(early)
      expect(outcome).toBe(early > 0 ? 'gap' : 'appended')
    }
  })
})
