import type { Queue } from 'bullmq'
import type { Result } from 'ioredis'
import type { RedisClient } from '../redis/redis-connection.ts'
import { jobIdOf, QUEUE_PREFIX } from './names.ts'
import type { OutboxJob } from './outbox.ts'

/**
 * The largest priority that BullMQ takes. Jobs for which the numbers do not suffice share the last turn, in
 * order of arrival.
 */
export const LAST_TURN = 2 ** 21 - 1

/**
 * Gives each new job the turn after its organization's last one, but never before the current turn, the turn
 * of the next job. An empty queue begins with the first turn again. A job that the queue has already gets no
 * turn.
 */
const TAKE_TURNS = `
local nextJob = redis.call('ZRANGE', KEYS[2], 0, 0, 'WITHSCORES')
local current = 1
if nextJob[2] then
  current = math.max(1, math.floor(tonumber(nextJob[2]) / 0x100000000))
else
  redis.call('DEL', KEYS[1])
end
local turns = {}
for i = 2, #ARGV do
  turns[i - 1] = current
  if redis.call('EXISTS', KEYS[i + 1]) == 0 then
    local last = tonumber(redis.call('HGET', KEYS[1], ARGV[i]) or '0')
    turns[i - 1] = math.min(math.max(last + 1, current), tonumber(ARGV[1]))
    redis.call('HSET', KEYS[1], ARGV[i], turns[i - 1])
  end
end
return turns
`

declare module 'ioredis' {
  interface RedisCommander<Context> {
    jobsTakeTurns(...args: (string | number)[]): Result<number[], Context>
  }
}

/**
 * Orders the waiting jobs of a queue so that organizations take turns: in each turn, every organization has
 * at most one job. The jobs of one organization keep their order. Turns are priorities of BullMQ, and Redis
 * keeps the last turn of each organization until the queue is empty.
 */
export class FairOrder {
  readonly #redis: RedisClient

  constructor(redis: RedisClient) {
    this.#redis = redis
    redis.defineCommand('jobsTakeTurns', { lua: TAKE_TURNS })
  }

  /** Returns the priority of each job. The caller adds the jobs to the queue next. */
  takeTurns(queue: Queue, jobs: readonly OutboxJob[]): Promise<number[]> {
    const keys = [
      `${QUEUE_PREFIX}:turns:${queue.name}`,
      queue.toKey('prioritized'),
      ...jobs.map((job) => queue.toKey(jobIdOf(job.id))),
    ]
    return this.#redis.jobsTakeTurns(keys.length, ...keys, LAST_TURN, ...jobs.map(organizationOf))
  }
}

/**
 * The organization that the job's data names as `realm`. Jobs that name none take turns as one organization.
 */
function organizationOf({ data }: OutboxJob): string {
  const named = typeof data === 'object' && data !== null && 'realm' in data ? data.realm : ''
  return String(named)
}
