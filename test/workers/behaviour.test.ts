import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { loadConfig } from '../../config/environment.ts'
import { LOQUAT_VERSION } from '../../config/version.ts'
import { openCore } from '../../core/open-core.ts'
import type { RealmId } from '../../core/platform/ids.ts'
import type { QueueName } from '../../core/platform/jobs/names.ts'
import { forgetFailedJobs, reviveJob, sweepOutbox } from '../../core/platform/jobs/outbox.ts'
import { BullSink } from '../../core/platform/jobs/sink.ts'
import type { Core } from '../../core/state/core.ts'
import {
  defineJob,
  exponentialDelay,
  type JobContext,
  type JobSpec,
  PermanentFailure,
} from '../../workers/running/define-job.ts'
import { JobWorker, type JobWorkerOptions } from '../../workers/running/worker.ts'
import { anyJob } from '../harness/jobs.ts'
import { World } from '../harness/world.ts'

const quiet = pino({ level: 'silent' })

let world: World
let core: Core
let sink: BullSink
const workers: JobWorker[] = []

beforeAll(async () => {
  world = await World.create()
  sink = new BullSink(world.config.redisUrl)
  core = await openCore(world.config, quiet, sink)
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
})
afterAll(async () => {
  await core.close()
  await sink.close()
  await world.close()
})

type Run = (context: JobContext<unknown>) => Promise<void>

/** A worker of one queue that runs these functions as its jobs. */
async function work(
  queue: QueueName,
  runs: Record<string, Run>,
  options: Partial<JobWorkerOptions> = {},
  policy: Partial<JobSpec<unknown>> = {},
): Promise<JobWorker> {
  const worker = new JobWorker(core, quiet, sink, {
    ...world.config,
    workerQueues: [queue],
    stopMs: 200,
    ...options,
  })
  workers.push(worker)
  await worker.start(
    Object.entries(runs).map(([name, run]) =>
      defineJob({
        ...anyJob(queue, name),
        retry: { attempts: 3, delayMs: () => 10 },
        ...policy,
        run,
      }),
    ),
  )
  return worker
}

const enqueue = (queue: QueueName, name: string, data: unknown = {}) =>
  core.transact(world.organization.realmId as RealmId, async (tx) => tx.enqueue(anyJob(queue, name), data))

const rows = (queue: QueueName) =>
  world.sql<{ id: string; name: string; failure: string | null }>(
    'SELECT id, name, failure FROM job_outbox WHERE queue = $1 ORDER BY id',
    [queue],
  )

const soon = { timeout: 120_000, interval: 20 }

describe('a job that fails', () => {
  test('permanently keeps its row with the reason, is not delivered again, and can be revived', async () => {
    let runs = 0
    let isMended = false
    const stuck: Run = async () => {
      runs++
      if (!isMended) throw new Error(`broken ${runs}`)
    }
    await work('email', { stuck })
    await enqueue('email', 'stuck')
    await expect.poll(async () => (await rows('email'))[0]?.failure, soon).toBe('broken 3')
    const [failed] = await sink.queue('email').getFailed()
    expect(failed).toMatchObject({ failedReason: 'broken 3', attemptsMade: 3 })

    // Neither a sweep nor the loss of Redis enqueues it again …
    await world.sql("UPDATE job_outbox SET due_at = due_at - interval '1 day' WHERE queue = 'email'")
    await sink.queue('email').obliterate({ force: true })
    await sweepOutbox(core.db, sink)
    expect(await sink.queue('email').getJobCountByTypes('waiting', 'active', 'delayed')).toBe(0)
    expect(runs).toBe(3)

    // … but the operator can.
    isMended = true
    const id = Number((await rows('email'))[0]!.id)
    expect(await reviveJob(core.db, id)).toBe(true)
    expect(await reviveJob(core.db, id)).toBe(false)
    await expect.poll(() => rows('email'), soon).toEqual([])
    expect(runs).toBe(4)
  })

  test('is deleted after the retention', async () => {
    await world.sql(`INSERT INTO job_outbox (queue, name, data, failed_at, failure)
      VALUES ('push', 'old', '{}', now() - interval '31 days', ''), ('push', 'new', '{}', now(), '')`)
    expect(await forgetFailedJobs(core.db, 30)).toBe(1)
    expect((await rows('push')).map(({ name }) => name)).toEqual(['new'])
    await world.sql("DELETE FROM job_outbox WHERE queue = 'push'")
  })

  test('with a PermanentFailure is not retried', async () => {
    let runs = 0
    const never: Run = async () => {
      runs++
      throw new PermanentFailure('No such address')
    }
    await work('push', { never })
    await enqueue('push', 'never')
    await expect.poll(async () => (await rows('push'))[0]?.failure, soon).toBe('No such address')
    expect(runs).toBe(1)
  })

  test('because of invalid data is not retried', async () => {
    const run = vi.fn()
    await work('push', { sum: run }, {}, { data: z.object({ n: z.number() }) })
    await enqueue('push', 'sum', { n: 'one' })
    const failure = `The data of job sum is invalid, as version ${LOQUAT_VERSION} reads it: n: Invalid input: expected number, received string`
    await expect.poll(async () => (await rows('push')).at(-1)?.failure, soon).toBe(failure)
    expect(run).not.toHaveBeenCalled()
  })

  test('is retried after a delay that doubles each time up to a maximum, and differs from the delay of other jobs', () => {
    const backOff = exponentialDelay(1_000, 60_000)
    for (const [attempt, longest] of [
      [1, 1_000],
      [2, 2_000],
      [6, 32_000],
      [7, 60_000],
      [100, 60_000],
    ] as const) {
      const waits = Array.from({ length: 50 }, () => backOff(attempt))
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(longest / 2)
      expect(Math.max(...waits)).toBeLessThanOrEqual(longest)
      expect(new Set(waits).size).toBeGreaterThan(10)
    }
  })
})

describe('a poisoned job does not harm others', () => {
  test.each<[string, Run, string]>([
    ['hangs', () => new Promise(() => {}), 'It took longer than 0.1 s.'],
    ['throws nothing', () => Promise.reject(undefined), 'A job has thrown: undefined'],
    [
      'throws at once',
      () => {
        throw new Error('at once')
      },
      'at once',
    ],
    ['throws a novel', () => Promise.reject(new Error('x'.repeat(1e6))), `${'x'.repeat(2000)}`],
    ['says a NUL', () => Promise.reject(new Error('a\0b')), 'ab'],
  ])('when it %s', async (_, poison, reason) => {
    let done = 0
    const good: Run = async () => void done++
    const options = { queueConcurrency: { invitations: 1 } }
    await work('invitations', { poison, good }, options, {
      retry: { attempts: 2, delayMs: () => 10 },
      timeoutMs: 100,
    })
    for (const name of ['good', 'poison', 'good', 'good']) await enqueue('invitations', name)
    await expect.poll(() => done, soon).toBe(3)
    await expect
      .poll(async () => (await rows('invitations')).map((row) => row.failure), soon)
      .toEqual([reason])
    await world.sql("DELETE FROM job_outbox WHERE queue = 'invitations'")
  })

  test('when it is too large: its transaction is rolled back', async () => {
    await expect(enqueue('invitations', 'good', { text: 'x'.repeat(1_000_001) })).rejects.toThrow('too large')
    expect(await rows('invitations')).toEqual([])
  })

  test('when no worker knows it: it waits for a worker that does, without using up an attempt', async () => {
    const done: string[] = []
    const runs: Record<string, Run> = { old: async () => void done.push('old') }
    const older = await work('deactivation', runs, { queueConcurrency: { deactivation: 1 } })
    await enqueue('deactivation', 'newer')
    await expect.poll(() => sink.queue('deactivation').getDelayedCount(), soon).toBe(1)
    await enqueue('deactivation', 'old')
    await expect.poll(() => done, soon).toEqual(['old'])
    await older.stop()
    let attempts = 0
    await work('deactivation', {
      ...runs,
      newer: async ({ isLastAttempt }) => {
        attempts++
        expect(isLastAttempt).toBe(false)
        done.push('newer')
      },
    })
    await expect.poll(() => done, soon).toEqual(['old', 'newer'])
    await expect.poll(() => rows('deactivation'), soon).toEqual([])
    expect(attempts).toBe(1)
  })
})

describe('a worker', () => {
  test('runs at most its concurrency of jobs, only from its own queues', async () => {
    let running = 0
    let most = 0
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const wait: Run = async () => {
      most = Math.max(most, ++running)
      await gate
      running--
    }
    await work('thumbnails', { wait }, { queueConcurrency: { thumbnails: 3 } })
    for (let n = 0; n < 7; n++) await enqueue('thumbnails', 'wait')
    await enqueue('scheduled', 'wait')
    await expect.poll(() => running, soon).toBe(3)
    await expect.poll(() => sink.queue('thumbnails').getPrioritizedCount(), soon).toBe(4)
    open()
    await expect.poll(() => rows('thumbnails'), soon).toEqual([])
    expect(most).toBe(3)
    expect((await rows('scheduled')).length).toBe(1)
    await world.sql("DELETE FROM job_outbox WHERE queue = 'scheduled'")
  })

  test('starts no more jobs than the rate limit allows', async () => {
    const begun: number[] = []
    const tick: Run = async () => void begun.push(performance.now())
    for (let n = 0; n < 9; n++) await enqueue('webhooks', 'tick')
    const options = { queueRate: { webhooks: { jobs: 4, seconds: 1 } } }
    await Promise.all([work('webhooks', { tick }, options), work('webhooks', { tick }, options)])
    await expect.poll(() => begun.length, soon).toBe(9)
    // The fifth job starts in the second window, the ninth in the third; Redis measures the milliseconds.
    expect(begun[4]! - begun[0]!).toBeGreaterThan(800)
    expect(begun[8]! - begun[0]!).toBeGreaterThan(1_800)
  })

  test('that stops finishes its running jobs', async () => {
    let ended = false
    let begun = () => {}
    const isRunning = new Promise<void>((resolve) => {
      begun = resolve
    })
    const slow: Run = async () => {
      begun()
      await new Promise((resolve) => setTimeout(resolve, 300))
      ended = true
    }
    const worker = await work('notifications', { slow }, { stopMs: 5_000 })
    await enqueue('notifications', 'slow')
    await isRunning
    await worker.stop()
    expect(ended).toBe(true)
    expect(await rows('notifications')).toEqual([])
  })

  test('that stops reports unfinished jobs, stops waiting for them, and another worker runs them again', async () => {
    const told: unknown[] = []
    let begun = () => {}
    const isRunning = new Promise<void>((resolve) => {
      begun = resolve
    })
    const endless: Run = ({ signal }) => {
      signal!.addEventListener('abort', () => told.push(signal!.reason.message))
      begun()
      return new Promise(() => {})
    }
    const worker = await work('scheduled', { endless }, { stopMs: 100, lockMs: 1_000 })
    await enqueue('scheduled', 'endless')
    await isRunning
    await worker.stop()
    expect(told).toEqual(['The worker stops.'])
    let runs = 0
    await work('scheduled', { endless: async () => void runs++ }, { lockMs: 1_000 })
    await expect.poll(() => rows('scheduled'), soon).toEqual([])
    expect(runs).toBe(1)
  })
})

test.each([
  [{ WORKER_QUEUES: 'email, push' }, { workerQueues: ['email', 'push'] }],
  [{ QUEUE_CONCURRENCY: 'email=5,push=20' }, { queueConcurrency: { email: 5, push: 20 } }],
  [{ QUEUE_RATE: 'email=100/60' }, { queueRate: { email: { jobs: 100, seconds: 60 } } }],
  [{}, { queueConcurrency: {}, queueRate: {} }],
])('the environment %j is parsed', (env, expected) => {
  expect(loadConfig(env)).toMatchObject(expected)
})

test.each([
  { WORKER_QUEUES: 'mail' },
  { WORKER_QUEUES: 'email,' },
  { QUEUE_CONCURRENCY: 'email' },
  { QUEUE_CONCURRENCY: 'email=0' },
  { QUEUE_CONCURRENCY: 'email=1,email=2' },
  { QUEUE_CONCURRENCY: 'toString=1' },
  { QUEUE_RATE: 'email=100' },
  { QUEUE_RATE: 'email=0/60' },
  { QUEUE_RATE: 'email=1/60/60' },
])('the environment %j is refused', (env) => {
  expect(() => loadConfig(env)).toThrow(`${Object.keys(env)[0]} is "`)
})
