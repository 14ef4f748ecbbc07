import { Queue } from 'bullmq'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LazyJobQueues } from '../../../cli/operator/lazy-job-queues.ts'
import { QUEUE_PREFIX } from '../../../core/platform/jobs/names.ts'
import type { OutboxJob } from '../../../core/platform/jobs/outbox.ts'
import { openRedis, type RedisClient } from '../../../core/platform/redis/redis-connection.ts'
import { World } from '../../harness/world.ts'

let world: World
let redis: RedisClient

beforeAll(async () => {
  world = await World.create()
  redis = openRedis(world.env.REDIS_URL!, { maxRetriesPerRequest: null })
})
afterAll(async () => {
  redis.disconnect()
  await world.close()
})

const connections = async () =>
  String(await redis.client('LIST'))
    .trim()
    .split('\n').length

test('queues that no job was added to close at once', async () => {
  await expect(new LazyJobQueues('redis://127.0.0.1:1').close()).resolves.toBeUndefined()
})

test('a job reaches its queue, and the connections end with close', async () => {
  const before = await connections()
  const queues = new LazyJobQueues(world.env.REDIS_URL!)
  const job = { id: 7, queue: 'email', name: 'write', data: { realm: 1 } } as unknown as OutboxJob
  await queues.handOver([job])
  await queues.forgetFailed([job])
  const queue = new Queue('email', { connection: redis, prefix: QUEUE_PREFIX })
  expect((await queue.getJobs()).map(({ name, data }) => ({ name, data }))).toEqual([
    { name: 'write', data: { realm: 1 } },
  ])
  await queue.close()
  await queues.close()
  await expect.poll(connections, { timeout: 20_000 }).toBe(before)
})
