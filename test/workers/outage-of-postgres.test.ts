import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCore } from '../../core/open-core.ts'
import type { RealmId } from '../../core/platform/ids.ts'
import { BullSink } from '../../core/platform/jobs/sink.ts'
import { openRedis } from '../../core/platform/redis-connection.ts'
import type { Core } from '../../core/state/core.ts'
import { defineJob } from '../../workers/define-job.ts'
import { JobWorker } from '../../workers/worker.ts'
import { FlakyProxy } from '../harness/flaky-proxy.ts'
import { anyJob } from '../harness/jobs.ts'
import { silent, World } from '../harness/world.ts'

const NOTE = anyJob('upkeep', 'note')

let world: World
let core: Core
let sink: BullSink
let proxy: FlakyProxy

beforeAll(async () => {
  world = await World.create()
  proxy = new FlakyProxy(new URL(world.config.databaseUrl))
  const url = new URL(world.config.databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(await proxy.start())
  sink = new BullSink(world.config.redisUrl)
  core = await openCore({ ...world.config, databaseUrl: url.href }, silent, sink)
})
afterAll(async () => {
  await core.close()
  await sink.close()
  await proxy.stop()
  await world.close()
})

test('a job whose attempts are used up while Postgres is away begins anew when Postgres is back', async () => {
  let runs = 0
  const note = defineJob({
    ...NOTE,
    retry: { attempts: 3, delayMs: () => 10 },
    run: async () => {
      runs++
      if (runs === 1) await proxy.stop()
      if (runs <= 3) throw new Error('not yet')
    },
  })
  const worker = new JobWorker(core, silent, sink, { ...world.config, workerQueues: ['upkeep'] })
  const redis = openRedis(world.config.redisUrl)
  try {
    await worker.start([note])
    await core.transact(world.organization.realmId as RealmId, async (tx) => tx.enqueue(NOTE, {}))
    const queue = sink.queue('upkeep')
    await expect.poll(() => queue.getFailedCount(), { timeout: 120_000 }).toBe(1)
    expect(runs).toBe(3)
    await proxy.start()
    const left = () => world.sql('SELECT failed_at FROM job_outbox')
    expect(await left()).toEqual([{ failed_at: null }])
    // Two minutes later.
    const [id] = await redis.zrange(queue.toKey('failed'), 0, 0)
    await redis.zincrby(queue.toKey('failed'), -120_000, id!)
    await world.sql("UPDATE job_outbox SET due_at = due_at - interval '2 minutes'")
    await expect.poll(left, { timeout: 120_000 }).toEqual([])
    expect(runs).toBe(4)
  } finally {
    await worker.stop()
    redis.disconnect()
  }
})
