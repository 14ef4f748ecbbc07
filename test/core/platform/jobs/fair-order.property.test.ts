import { Worker } from 'bullmq'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LAST_TURN } from '../../../../core/platform/jobs/fair-order.ts'
import { QUEUE_PREFIX } from '../../../../core/platform/jobs/names.ts'
import { BullSink } from '../../../../core/platform/jobs/sink.ts'
import { openRedis, type RedisClient } from '../../../../core/platform/redis/redis-connection.ts'
import { checkProperty } from '../../../harness/property.ts'
import { World } from '../../../harness/world.ts'

const QUEUE = 'webhooks'

let world: World
let sink: BullSink
let redis: RedisClient
let worker: Worker
let lastId = 0

beforeAll(async () => {
  world = await World.create()
  sink = new BullSink(world.config.redisUrl)
  redis = openRedis(world.config.redisUrl, { maxRetriesPerRequest: null })
  worker = new Worker(QUEUE, null, { connection: redis, prefix: QUEUE_PREFIX })
})
afterAll(async () => {
  await worker.close()
  redis.disconnect()
  await sink.close()
  await world.close()
})

interface Job {
  readonly id: number
  readonly realm: number
}

const make = (realm: number): Job => ({ id: ++lastId, realm })

const handOver = (jobs: readonly Job[]) =>
  sink.handOver(jobs.map(({ id, realm }) => ({ id, queue: QUEUE, name: 'note', data: { realm, id } })))

/** Runs the next job of the queue; undefined when it is empty. */
async function runNext(): Promise<Job | undefined> {
  const job = await worker.getNextJob('token', { block: false })
  if (job === undefined) return undefined
  await job.moveToCompleted('done', 'token', false)
  return job.data as Job
}

/**
 * The rule without numbers: a line of jobs for each organization, and how often it was ahead of each other
 * one that waited.
 */
class Lines {
  readonly #lines = new Map<number, Job[]>()
  /**
   * How many jobs of the first organization have run while a job of the second one waited first in its line.
   */
  readonly #ahead = new Map<string, number>()

  add(job: Job): void {
    this.#lines.set(job.realm, [...(this.#lines.get(job.realm) ?? []), job])
  }

  /** Checks that a job may be the next. */
  take(job: Job | undefined): void {
    const waiting = [...this.#lines].filter(([, line]) => line.length > 0).map(([realm]) => realm)
    if (job === undefined) {
      expect(waiting).toEqual([])
      return
    }
    expect(this.#lines.get(job.realm)!.shift()).toEqual(job)
    for (const other of waiting) {
      this.#ahead.delete(`${other} ${job.realm}`)
      if (other === job.realm) continue
      const count = (this.#ahead.get(`${job.realm} ${other}`) ?? 0) + 1
      // One of the turn in which the other began to wait, and one of the turn in which it runs.
      expect(count).toBeLessThanOrEqual(2)
      this.#ahead.set(`${job.realm} ${other}`, count)
    }
  }
}

const step = fc.oneof(
  fc.record({ add: fc.integer({ min: 1, max: 12 }), realm: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ run: fc.integer({ min: 1, max: 8 }) }),
  fc.constant('again' as const),
)

test('organizations take turns, and the jobs of each keep their order', async () => {
  await checkProperty(fc.array(step, { minLength: 5, maxLength: 25 }), 25, async (steps) => {
    const lines = new Lines()
    let newest: Job[] = []
    for (const each of steps) {
      // A job that a sweep hands over again changes nothing, whether it has run or not.
      if (each === 'again') await handOver(newest)
      else if ('add' in each) {
        newest = Array.from({ length: each.add }, () => make(each.realm))
        for (const job of newest) lines.add(job)
        await handOver(newest)
      } else for (let n = 0; n < each.run; n++) lines.take(await runNext())
    }
    for (let job = await runNext(); ; job = await runNext()) {
      lines.take(job)
      if (job === undefined) break
    }
  })
})

test('a job of an organization without others is not behind a hundred of a loud one', async () => {
  const loud = Array.from({ length: 100 }, () => make(1))
  await handOver(loud)
  await runNext()
  await runNext()
  const modest = make(2)
  await handOver([modest])
  const ran = [await runNext(), await runNext()]
  expect(ran).toEqual([loud[2], modest])
  while ((await runNext()) !== undefined);
})

test('turns begin again when the queue is empty, and jobs beyond the last turn run in order of arrival', async () => {
  const turns = `${QUEUE_PREFIX}:turns:${QUEUE}`
  await handOver([make(1), make(1)])
  expect(await redis.hget(turns, '1')).toBe('2')
  await redis.hset(turns, '1', LAST_TURN - 1)
  const late = [make(1), make(1), make(1)]
  await handOver(late)
  await runNext()
  await runNext()
  expect([await runNext(), await runNext(), await runNext()]).toEqual(late)
  await handOver([make(1)])
  expect(await redis.hget(turns, '1')).toBe('1')
  await runNext()
})
