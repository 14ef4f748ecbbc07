import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { announcementChannel } from '../../../../core/platform/events/announcement.ts'
import { EventStream } from '../../../../core/platform/events/event-stream.ts'
import { type LogEntry, streamKeys } from '../../../../core/platform/events/log.ts'
import { type TailReader, Tails } from '../../../../core/platform/events/tails.ts'
import type { RealmId, Seq } from '../../../../core/platform/ids.ts'
import { openRedis, type RedisClient } from '../../../../core/platform/redis/redis-connection.ts'
import { FlakyProxy } from '../../../harness/flaky-proxy.ts'
import { checkProperty } from '../../../harness/property.ts'
import { World } from '../../../harness/world.ts'

/** Entries reach readers by announcements and the stream alone: no Postgres is asked here. */
let world: World
let proxy: FlakyProxy
/** A connection through the proxy, as a process that follows streams has it. */
let redis: RedisClient
let tails: Tails
let stream: EventStream
let realm: RealmId
let nextRealm = 1

/** The entries that a realm's stream got, and the entries that a reader took. */
class Reader implements TailReader {
  readonly id: RealmId
  readonly taken: LogEntry[] = []
  /** The reader takes nothing until this resolves. */
  mayTake: Promise<void> | undefined
  batches = 0

  constructor(id: RealmId) {
    this.id = id
  }

  get position(): Seq {
    return this.taken.length as Seq
  }

  async take(entries: readonly LogEntry[]): Promise<void> {
    this.batches++
    await this.mayTake
    for (const entry of entries) {
      if (entry.seq <= this.position) continue
      if (entry.seq !== this.position + 1) throw new Error(`${entry.seq} follows ${this.position}`)
      this.taken.push(entry)
    }
  }

  async catchUp(): Promise<void> {
    throw new Error('there is no Postgres')
  }
}

beforeEach(async () => {
  world = await World.create()
  const url = new URL(world.env.REDIS_URL!)
  proxy = new FlakyProxy(url)
  url.port = String(await proxy.start())
  redis = openRedis(url.href, { maxRetriesPerRequest: 1, socketTimeout: 200, retryStrategy: () => 10 })
  redis.on('error', () => undefined)
  tails = new Tails(redis, 200)
  stream = new EventStream(world.redis)
  realm = await newRealm()
})
afterEach(async () => {
  tails.close()
  redis.disconnect()
  await proxy.stop()
  await world.close()
})

async function newRealm(): Promise<RealmId> {
  const id = nextRealm++ as RealmId
  await stream.open(id, 0 as Seq, undefined)
  return id
}

async function follow(id: RealmId): Promise<Reader> {
  const reader = new Reader(id)
  tails.follow(reader)
  await expect.poll(() => subscribers(id)).toBe(1)
  return reader
}

const subscribers = async (id: RealmId) =>
  (await world.redis.pubsub('NUMSUB', announcementChannel(world.redis, id)))[1]

/** Entries `from`…`to`, each of about `length` characters. */
const entries = (from: number, to: number, length = 1): LogEntry[] =>
  Array.from({ length: to - from + 1 }, (_, n) => ({
    seq: (from + n) as Seq,
    payload: JSON.stringify({ type: 'test', text: `“${from + n}”\n${'x'.repeat(length)}` }),
    audience: n % 2 === 0 ? 'r' : 'u1,2',
  }))

/** Adds an entry to the stream as a script does whose announcement is lost. */
async function addUnannounced(id: RealmId, seq: number): Promise<void> {
  const [entry] = entries(seq, seq)
  const keys = streamKeys(id)
  await world.redis
    .multi()
    .xadd(keys.stream, `${seq}-0`, 'p', entry!.payload, 'a', entry!.audience)
    .set(keys.head, seq)
    .exec()
}

test.each([
  ['short', 1],
  ['too long to be announced', 100_000],
])(
  'an entry that is %s arrives although it came while the reader caught up after a failure',
  async (_, length) => {
    const reader = await follow(realm)
    const other = await follow(await newRealm())
    let endCatchUp = () => {}
    const catchingUp = new Promise<void>((resolve) => {
      const take = reader.take.bind(reader)
      reader.take = async () => {
        throw new Error('Postgres is away')
      }
      reader.catchUp = () => {
        reader.take = take
        resolve()
        return new Promise((end) => {
          endCatchUp = end
        })
      }
    })
    await stream.append(realm, entries(1, 1))
    await catchingUp
    await stream.append(realm, entries(2, 2, length))
    // One connection has the announcements in order.
    await stream.append(other.id, entries(1, 1))
    await expect.poll(() => other.position).toBe(1)
    reader.taken.push(...entries(1, 1))
    endCatchUp()
    await expect.poll(() => reader.position).toBe(2)
  },
)

test('every reader gets its entries, all over one connection', async () => {
  const realms = [realm, ...(await Promise.all(Array.from({ length: 99 }, newRealm)))]
  const readers = await Promise.all(realms.map(follow))
  for (const id of realms) await stream.append(id, entries(1, 3))
  await stream.append(realm, entries(4, 4))
  for (const reader of readers.slice(1)) await expect.poll(() => reader.taken).toEqual(entries(1, 3))
  await expect.poll(() => readers[0]!.taken).toEqual([...entries(1, 3), ...entries(4, 4)])
  const database = /\d+$/.exec(world.env.REDIS_URL!)![0]
  const clients = String(await world.redis.client('LIST')).split('\n')
  const subscribed = clients.filter((line) => line.includes(` db=${database} `) && !line.includes(' sub=0 '))
  expect(subscribed.map((line) => / sub=(\d+)/.exec(line)![1])).toEqual(['100'])
})

test('entries from before the subscription are read from the stream', async () => {
  await stream.append(realm, entries(1, 1_200))
  const reader = await follow(realm)
  await expect.poll(() => reader.taken).toEqual(entries(1, 1_200))
})

test('entries that waited for earlier ones are announced with them', async () => {
  const reader = await follow(realm)
  await stream.append(realm, entries(3, 4))
  await stream.append(realm, entries(1, 2))
  await expect.poll(() => reader.taken).toEqual([...entries(1, 2), ...entries(3, 4)])
})

test('a lost announcement is made up for at the next one', async () => {
  const reader = await follow(realm)
  await addUnannounced(realm, 1)
  await addUnannounced(realm, 2)
  await stream.append(realm, entries(3, 3))
  await expect.poll(() => reader.taken.length).toBe(3)
})

test('entries too long to announce are read from the stream', async () => {
  const reader = await follow(realm)
  await stream.append(realm, entries(1, 3, 40_000))
  await expect.poll(() => reader.taken).toEqual(entries(1, 3, 40_000))
})

test('a slow reader holds up no other one, and later gets everything once and in order', async () => {
  const slow = await follow(realm)
  const other = await follow(await newRealm())
  let release = () => {}
  slow.mayTake = new Promise((resolve) => {
    release = resolve
  })
  const all = entries(1, 100, 20_000) // Twice as much as may wait.
  for (const each of all) {
    await stream.append(realm, [each])
    await stream.append(other.id, [each])
  }
  await expect.poll(() => other.taken).toEqual(all)
  expect(slow.taken).toEqual([])
  expect(slow.batches).toBe(1)
  release()
  await expect.poll(() => slow.taken).toEqual(all)
})

test('a process that only listens finds what came while its connection was gone', async () => {
  const reader = await follow(realm)
  await proxy.stop()
  await stream.append(realm, entries(1, 5))
  await proxy.start()
  await expect.poll(() => reader.taken, { timeout: 30_000 }).toEqual(entries(1, 5))
  await stream.append(realm, entries(6, 6))
  await expect.poll(() => reader.taken.length).toBe(6)
})

test('a process that only listens notices a server that has died without a word', async () => {
  const reader = await follow(realm)
  proxy.dropData()
  let head = 0
  const takenOfAll = async () => {
    if (head > 0 && reader.taken.length === head) return true
    head++
    await stream.append(realm, entries(head, head))
    return false
  }
  await expect.poll(takenOfAll, { timeout: 30_000, interval: 200 }).toBe(true)
  expect(reader.taken.map(({ seq }) => seq)).toEqual(entries(1, head).map(({ seq }) => seq))
})

test('a reader that is no longer followed gets nothing, and its channel is left', async () => {
  const reader = await follow(realm)
  tails.unfollow(reader)
  await expect.poll(() => subscribers(realm)).toBe(0)
  const next = await follow(realm)
  await stream.append(realm, entries(1, 1))
  await expect.poll(() => next.taken).toEqual(entries(1, 1))
  expect(reader.taken).toEqual([])
})

test('whatever is lost or late, readers get every entry once and in order', async () => {
  const step = fc.oneof(
    fc.record({ type: fc.constant('append' as const), count: fc.nat(5), length: fc.constantFrom(1, 30_000) }),
    fc.record({ type: fc.constant('append without announcement' as const) }),
    fc.record({ type: fc.constant('lose connections' as const) }),
    fc.record({ type: fc.constant('stop reader' as const) }),
    fc.record({ type: fc.constant('release reader' as const) }),
  )
  await checkProperty(fc.array(step, { maxLength: 15 }), 15, async (steps) => {
    const id = await newRealm()
    const reader = await follow(id)
    let head = 0
    let release = () => {}
    for (const each of steps) {
      if (each.type === 'append') {
        await stream.append(id, entries(head + 1, head + each.count, each.length))
        head += each.count
      } else if (each.type === 'append without announcement') await addUnannounced(id, ++head)
      else if (each.type === 'lose connections') {
        await proxy.stop()
        await proxy.start()
      } else if (each.type === 'release reader') release()
      else {
        release()
        reader.mayTake = new Promise((resolve) => {
          release = resolve
        })
      }
    }
    release()
    await expect.poll(() => subscribers(id), { timeout: 30_000 }).toBe(1)
    await stream.append(id, entries(head + 1, head + 1))
    await expect.poll(() => reader.taken.length, { timeout: 30_000 }).toBe(head + 1)
    tails.unfollow(reader)
  })
})
