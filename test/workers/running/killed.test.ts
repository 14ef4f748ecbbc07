import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCore } from '../../../core/open-core.ts'
import type { RealmId } from '../../../core/platform/ids.ts'
import { BullSink } from '../../../core/platform/jobs/sink.ts'
import type { Core } from '../../../core/state/core.ts'
import { defineJob } from '../../../workers/running/define-job.ts'
import { JobWorker } from '../../../workers/running/worker.ts'
import { anyJob } from '../../harness/jobs.ts'
import { programOf } from '../../harness/programs.ts'
import { type SpawnedProcess, spawnProcess } from '../../harness/spawn.ts'
import { World } from '../../harness/world.ts'

const DOOMED = programOf('test/fixtures/doomed-worker.mjs')
const quiet = pino({ level: 'silent' })
const soon = { timeout: 120_000, interval: 50 }

let world: World
let core: Core
let sink: BullSink

beforeAll(async () => {
  world = await World.create({ WORKER_QUEUES: 'exports', QUEUE_CONCURRENCY: 'exports=4' })
  sink = new BullSink(world.config.redisUrl)
  core = await openCore(world.config, quiet, sink)
})
afterAll(async () => {
  await core.close()
  await sink.close()
  await world.close()
})

async function spawnWorker(): Promise<SpawnedProcess> {
  const worker = await spawnProcess(DOOMED, { ...world.env, LOG_LEVEL: 'silent' })
  if (typeof worker !== 'object') throw new Error(`the worker ended before it was ready: ${worker}`)
  world.onClose(() => {
    worker.kill('SIGKILL')
    return worker.exited
  })
  return worker
}

const enqueue = (name: string, n = 0) =>
  core.transact(world.organization.realmId as RealmId, async (tx) =>
    tx.enqueue(anyJob('exports', name), { n }),
  )
const begun = (name: string) =>
  world.redis.lrange('begun', 0, -1).then((all) => all.filter((begun) => begun === name).length)
const rows = () => world.sql('SELECT name, failure FROM job_outbox ORDER BY id')

test('another worker runs the job of a killed worker', async () => {
  const killed = await spawnWorker()
  await enqueue('linger')
  await expect.poll(() => begun('linger'), soon).toBe(1)
  killed.kill('SIGKILL')
  await killed.exited

  let done = 0
  const worker = new JobWorker(core, quiet, sink, { ...world.config, lockMs: 1_000 })
  await worker.start([
    defineJob({ queue: 'exports', name: 'linger', retry: { attempts: 3 }, run: async () => void done++ }),
  ])
  await expect.poll(rows, soon).toEqual([])
  expect(done).toBe(1)
  await worker.stop()
})

test('a job that crashes its worker is retried until its attempts are used up, and the other jobs are done', {
  timeout: 600_000,
}, async () => {
  await Promise.all([1, 2, 3].map((n) => enqueue('note', n)))
  await enqueue('crash')
  let spawned = 0
  for (let isOver = false; !isOver; ) {
    expect(++spawned).toBeLessThan(10)
    const worker = await spawnWorker()
    const isGivenUp = expect
      .poll(rows, soon)
      .toEqual([{ name: 'crash', failure: expect.stringContaining('stalled') }])
      .then(() => true)
    isOver = await Promise.race([worker.exited.then(() => false), isGivenUp])
    isGivenUp.catch(() => undefined)
    if (isOver) worker.kill('SIGKILL')
  }
  expect(await begun('crash')).toBe(3)
  expect((await world.redis.smembers('noted')).sort()).toEqual(['1', '2', '3'])
})

test('a job that blocks the event loop gets its process killed', async () => {
  const worker = await spawnWorker()
  await enqueue('spin')
  expect(await worker.exited).toBe('SIGKILL')
})
