import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PresenceStore } from '../../core/people/presence/store.ts'
import { EventStream } from '../../core/platform/events/event-stream.ts'
import { type LogEntry, streamKeys } from '../../core/platform/events/log.ts'
import type { RealmId, Seq, UserId } from '../../core/platform/ids.ts'
import { connectRedis, redisFailureOf } from '../../core/platform/redis/redis.ts'
import type { RedisClient } from '../../core/platform/redis/redis-connection.ts'
import type { RealmSettings } from '../../core/state/settings/settings.ts'
import type { EventId } from '../../gateway/realtime/event-id.ts'
import { QueueRecords } from '../../gateway/realtime/queue-record.ts'
import { queueFilter } from '../harness/queue-filter.ts'
import { RedisCluster } from '../harness/redis-cluster.ts'
import { silent } from '../harness/world.ts'

const REALM = 1 as RealmId
const USER = 7 as UserId
const GATEWAY = 'a gateway'
/** Most queues of a user here, so few that nearly every creation ends one. */
const MOST_QUEUES = 2

let cluster: RedisCluster
let redis: RedisClient
let stream: EventStream
let presence: PresenceStore
let queues: QueueRecords
let seq = 0

beforeAll(async () => {
  cluster = await RedisCluster.start()
  redis = connectRedis(cluster.url, silent)
  stream = new EventStream(redis)
  presence = new PresenceStore(redis)
  queues = new QueueRecords(redis)
  if (redis.status !== 'ready') await once(redis, 'ready')
})
afterAll(async () => {
  redis?.disconnect()
  await cluster?.stop()
})

const filter = queueFilter({ user: USER })

const entry = (): LogEntry => ({ seq: ++seq as Seq, payload: `{"n":${seq}}`, audience: 'r' })
const QUEUE = randomUUID()
const SETTINGS = { sessions_ended_at: 0 } as RealmSettings

/** Every script of an organization with several keys. */
const SCRIPTS: Readonly<Record<string, () => Promise<unknown>>> = {
  append: () => stream.append(REALM, [entry()]),
  open: () => stream.open(REALM, seq as Seq, undefined),
  trim: () => stream.trim(REALM, (seq - 5) as Seq),
  fork: () => stream.fork(REALM, seq as Seq, 1_000),
  exchange: () => presence.exchange(REALM, -1, [{ user: USER, kind: 'active', at: 1_800_000_000 }]),
  fill: () => presence.fill(REALM, [], 1),
  create: () => queues.create(REALM, randomUUID(), filter, Date.now(), MOST_QUEUES),
  touch: () => queues.touch(REALM, QUEUE, USER, GATEWAY, 0 as EventId),
  renew: () =>
    queues.renew(
      { id: REALM, settings: SETTINGS },
      [{ id: QUEUE, acknowledged: 0 as EventId, heardAt: 0, browserSession: undefined }],
      GATEWAY,
    ),
}

/** How often nodes have refused a command because a part of its keys had moved. */
async function countTryAgain(): Promise<number> {
  const texts = await Promise.all(cluster.servers.map(({ client }) => client.info('errorstats')))
  return texts.reduce((sum, text) => sum + Number(/errorstat_TRYAGAIN:count=(\d+)/.exec(text)?.[1] ?? 0), 0)
}

test('while a slot moves key by key, every script succeeds, or fails as while Redis is away', async () => {
  await queues.create(REALM, QUEUE, filter, Date.now(), 100)
  for (const run of Object.values(SCRIPTS)) await run()
  const runs: Promise<string | undefined>[] = []
  const runAll = () => {
    for (const [name, run] of Object.entries(SCRIPTS)) {
      const failed = (error: unknown) => (redisFailureOf(error) === 'away' ? undefined : `${name}: ${error}`)
      runs.push(run().then(() => undefined, failed))
    }
  }
  const before = await countTryAgain()
  await cluster.moveSlotOf(streamKeys(REALM).stream, async () => {
    runAll()
    await sleep(50)
  })
  expect(await countTryAgain()).toBeGreaterThan(before)
  expect((await Promise.all(runs)).filter((failure) => failure !== undefined)).toEqual([])
  for (const run of Object.values(SCRIPTS)) await run()
})
