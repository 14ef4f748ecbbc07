import type { Queue } from 'bullmq'
import type { RedisClient } from '../redis/redis-connection.ts'
import { QUEUES, type QueueName } from './names.ts'
import type { BullSink } from './sink.ts'

/** The number of jobs of one queue, by state, and the ages of the oldest. */
export interface QueueFigures {
  readonly queue: QueueName
  readonly waiting: number
  readonly active: number
  /** Scheduled for later, or waiting for the next attempt. */
  readonly delayed: number
  readonly failed: number
  readonly isPaused: boolean
  /** Seconds since the oldest job that waits for its first attempt was added; 0 without one. */
  readonly oldestWaitingSeconds: number
  /** As `oldestWaitingSeconds`, of the jobs that have failed and will be retried. */
  readonly oldestRetriedSeconds: number
}

/**
 * Jobs that are looked at from each end of a list to find the oldest. Organizations take turns, so the oldest
 * is among the first as long as fewer organizations than this have jobs.
 */
const LOOKED_AT = 50

/** Reads the figures of all queues, with a number of commands that does not depend on the jobs. */
export function readQueueFigures(sink: BullSink): Promise<QueueFigures[]> {
  return Promise.all(QUEUES.map((name) => readOne(sink.queue(name), name, sink.redis)))
}

async function readOne(queue: Queue, name: QueueName, redis: RedisClient): Promise<QueueFigures> {
  const [counts, isPaused, ages] = await Promise.all([
    queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed'),
    queue.isPaused(),
    oldest(queue, redis),
  ])
  const { waiting = 0, prioritized = 0, active = 0, delayed = 0, failed = 0 } = counts
  return { queue: name, waiting: waiting + prioritized, active, delayed, failed, isPaused, ...ages }
}

async function oldest(queue: Queue, redis: RedisClient) {
  const ends = [
    [0, LOOKED_AT - 1],
    [-LOOKED_AT, -1],
  ] as const
  const [waiting, prioritized, delayed] = await Promise.all([
    redis.lrange(queue.toKey('wait'), -LOOKED_AT, -1),
    Promise.all(ends.map(([from, to]) => redis.zrange(queue.toKey('prioritized'), from, to))),
    Promise.all(ends.map(([from, to]) => redis.zrange(queue.toKey('delayed'), from, to))),
  ])
  const ids = [...new Set([...waiting, ...prioritized.flat(), ...delayed.flat()])]
  const jobs = await Promise.all(ids.map((id) => redis.hmget(queue.toKey(id), 'timestamp', 'delay', 'atm')))
  const now = Date.now()
  const ages = { oldestWaitingSeconds: 0, oldestRetriedSeconds: 0 }
  const isDelayed = new Set(delayed.flat())
  for (const [index, [timestamp, delay, attempts]] of jobs.entries()) {
    if (timestamp == null) continue
    const isRetried = Number(attempts ?? 0) > 0
    if (isDelayed.has(ids[index]!) && !isRetried) continue
    // A delayed job waits from the time at which it may begin.
    const since = Number(timestamp) + (isRetried ? 0 : Number(delay ?? 0))
    const key = isRetried ? 'oldestRetriedSeconds' : 'oldestWaitingSeconds'
    ages[key] = Math.max(ages[key], (now - since) / 1000)
  }
  return ages
}
