import { Queue } from 'bullmq'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { QUEUE_PREFIX } from '../../core/platform/jobs/names.ts'
import { openRedis } from '../../core/platform/redis/redis-connection.ts'
import { addMark } from '../../core/platform/series/marks.ts'
import { attention, enqueue, OPERATOR, spawnWorker, untilGone, untilShown } from '../harness/incidents.ts'
import type { SpawnedProcess } from '../harness/spawn.ts'
import { World } from '../harness/world.ts'

let world: World
let url: string
let worker: SpawnedProcess

beforeAll(async () => {
  world = await World.create({ OPERATOR_PASSWORD: OPERATOR })
  url = (await world.gateway()).url
})
afterAll(() => world.close())

test('no worker', async () => {
  const begunAt = performance.now()
  const text = await untilShown(url, 'no-worker', /^Critical No worker is running\./, begunAt)
  expect(text).toContain('systemctl start loquat-worker')
  expect((await attention(url)).isGreen).toBe(false)
})

test('a worker for one queue', async () => {
  worker = await spawnWorker(world, { WORKER_QUEUES: 'upkeep' })
  await untilShown(url, 'queue-unserved', /No worker runs the queue push/)
  await untilGone(url, 'no-worker')
  worker.kill('SIGTERM')
  await worker.exited
  const ended = new RegExp(
    `the last one, process ${worker.pid} on .* ended at .* in an orderly way: it was asked to`,
  )
  await untilShown(url, 'no-worker', ended)
  worker = await spawnWorker(world)
  await untilGone(url, 'no-worker')
  await untilGone(url, 'queue-unserved')
})

test('a job that nobody knows', async () => {
  const begunAt = performance.now()
  await enqueue(world, 'email', 'sing-a-song', { realm: world.organization.realmId })
  const text = await untilShown(url, 'job-unknown', /No worker knows the job email \/ sing-a-song/, begunAt)
  expect(text).toContain('organization Loquat demonstration')
  expect(text).toContain('No worker knows the job email / sing-a-song, and no other version has run here.')
  expect(text).toContain('/ops/jobs?queue=email&state=delayed&name=sing-a-song')
  // A newer version, which was rolled back, has written the next one.
  await addMark(world.redis, { at: Date.now() - 60_000, kind: 'deployment', text: '99.1' })
  await enqueue(world, 'email', 'dance', { realm: world.organization.realmId })
  const named = /email \/ dance: version 99\.1 has enqueued it\..*version 99\.1 was started at 2\d{3}-/
  await untilShown(url, 'job-unknown', named)
})

test('a poisoned job', async () => {
  const begunAt = performance.now()
  await enqueue(world, 'email', 'missed-messages', { realm: world.organization.realmId, poison: true })
  const text = await untilShown(
    url,
    'jobs-failed',
    /missed-messages \(outbox-\d+\): The data of job .* is invalid, .*; version 99\.1 was started at/,
    begunAt,
  )
  expect(text).toContain('organization Loquat demonstration')
  expect(text).toMatch(/go forward to 99\.1 again.*remove the job: \/ops\/jobs\/email\/outbox-\d+\./s)
})

test('a paused queue', async () => {
  const connection = openRedis(world.env.REDIS_URL!, { maxRetriesPerRequest: null })
  const queue = new Queue('thumbnails', { connection, prefix: QUEUE_PREFIX })
  await queue.pause()
  await untilShown(url, 'queue-paused', /The queue thumbnails is paused/)
  await queue.resume()
  await untilGone(url, 'queue-paused')
  await queue.close()
  connection.disconnect()
})

test('a worker that is stopped, goes on, and is killed', async () => {
  const begunAt = performance.now()
  process.kill(worker.pid, 'SIGSTOP')
  const stopped = new RegExp(`The worker with process number ${worker.pid} on .* was stopped by a signal`)
  const text = await untilShown(url, 'process-silent', stopped, begunAt)
  expect(text).toContain('it is stopped (SIGSTOP)')
  process.kill(worker.pid, 'SIGCONT')
  await untilGone(url, 'process-silent')
  const killedAt = performance.now()
  worker.kill('SIGKILL')
  await worker.exited
  await untilShown(url, 'process-silent', /it does not exist any more/, killedAt)
  await untilShown(url, 'no-worker', /No worker is running/, killedAt)
  worker = await spawnWorker(world)
  await untilGone(url, 'process-silent')
  await untilShown(url, 'process-died', /Another one has started/, killedAt)
})
