import { afterEach, beforeEach, expect, test } from 'vitest'
import { openCore } from '../../core/open-core.ts'
import type { RealmId } from '../../core/platform/ids.ts'
import { BullSink } from '../../core/platform/jobs/sink.ts'
import type { Core } from '../../core/state/core.ts'
import { defineJob } from '../../workers/running/define-job.ts'
import { JobWorker } from '../../workers/running/worker.ts'
import { anyJob } from '../harness/jobs.ts'
import { silent, World } from '../harness/world.ts'

let world: World
let core: Core
let sink: BullSink
let worker: JobWorker | undefined

beforeEach(async () => {
  world = await World.create()
  sink = new BullSink(world.config.redisUrl)
  core = await openCore(world.config, silent, sink)
})
afterEach(async () => {
  await worker?.stop()
  worker = undefined
  await core.close()
  await sink.close()
  await world.close()
})

const NOTE = anyJob('upkeep', 'note')
const enqueue = (n: number) =>
  core.transact(world.organization.realmId as RealmId, async (tx) => tx.enqueue(NOTE, { n }))

const left = async () => (await world.sql('SELECT data FROM job_outbox ORDER BY id')).length

/** Starts a worker whose job records its data; each job fails `fails` times first. */
async function work(fails = 0): Promise<number[]> {
  const noted: number[] = []
  const tries = new Map<number, number>()
  const note = defineJob({
    ...NOTE,
    retry: { attempts: 8 },
    run: async ({ data }) => {
      const { n } = data as { n: number }
      tries.set(n, (tries.get(n) ?? 0) + 1)
      if (tries.get(n)! <= fails) throw new Error('not yet')
      noted.push(n)
    },
  })
  worker = new JobWorker(core, silent, sink, world.config)
  await worker.start([note])
  return noted
}

test('a job runs once and then its row is deleted', async () => {
  const noted = await work()
  await Promise.all([1, 2, 3].map(enqueue))
  await expect.poll(left, { timeout: 120_000 }).toBe(0)
  expect(noted.sort()).toEqual([1, 2, 3])
})

test('a failed job is retried; until then its row stays', async () => {
  const noted = await work(1)
  await enqueue(1)
  await expect.poll(left, { timeout: 120_000 }).toBe(0)
  expect(noted).toEqual([1])
})

test('a Redis that comes back empty loses no job', async () => {
  await Promise.all([1, 2].map(enqueue))
  const handedOver = () => world.sql('SELECT 1 FROM job_outbox WHERE due_at > clock_timestamp()')
  await expect.poll(async () => (await handedOver()).length, { timeout: 120_000 }).toBe(2)
  await world.emptyRedis()
  expect(await left()).toBe(2)
  await world.sql("UPDATE job_outbox SET due_at = due_at - interval '2 minutes'")
  const noted = await work()
  await expect.poll(left, { timeout: 120_000 }).toBe(0)
  expect(noted.sort()).toEqual([1, 2])
})

test('a Redis that comes back empty stops no schedule', async () => {
  let runs = 0
  const tick = defineJob({
    queue: 'upkeep',
    name: 'tick',
    schedule: { everyMs: 200 },
    run: async () => {
      runs++
    },
  })
  worker = new JobWorker(core, silent, sink, world.config)
  await worker.start([tick])
  await expect.poll(() => runs, { timeout: 120_000 }).toBeGreaterThan(2)
  await world.emptyRedis()
  const before = runs
  await expect.poll(() => runs, { timeout: 120_000 }).toBeGreaterThan(before + 3)
})

test('a job for a later time runs when that time comes', async () => {
  const noted = await work()
  const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
  await core.transact(world.organization.realmId as RealmId, async (tx) => {
    tx.enqueue(NOTE, { n: 2 }, { at: inSeconds(3600) })
    tx.enqueue(NOTE, { n: 1 }, { at: inSeconds(2) })
  })
  await expect.poll(left, { timeout: 120_000 }).toBe(1)
  expect(noted).toEqual([1])
})
