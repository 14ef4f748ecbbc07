import { Queue } from 'bullmq'
import { openRedis, type RedisClient } from '../redis/redis-connection.ts'
import type { JobDeclaration } from './declare-job.ts'
import { FairOrder } from './fair-order.ts'
import { jobIdOf, QUEUE_PREFIX } from './names.ts'
import type { JobQueues, OutboxJob } from './outbox.ts'

/** Finished jobs are kept this long, so that a concurrent hand-over of the same job has no effect. */
const DONE = { age: 3600 }
/** Failed jobs are kept for a week, the newest of each queue. Their rows in Postgres are complete. */
const FAILED = { age: 7 * 24 * 3600, count: 10_000 }
/**
 * Within this time after a job has failed permanently, its worker has stored the reason in its row, or never
 * will.
 */
const FAILURE_STORED_MS = 60_000

/**
 * Hands jobs to BullMQ under the id of their row, so that a job that is handed over twice runs once. The
 * organizations of waiting jobs take turns.
 */
export class BullSink implements JobQueues {
  /** The connection of all queues. */
  readonly redis: RedisClient
  readonly #order: FairOrder
  readonly #queues = new Map<string, Queue>()

  constructor(redisUrl: string) {
    this.redis = openRedis(redisUrl, { maxRetriesPerRequest: null, lazyConnect: true })
    this.#order = new FairOrder(this.redis)
    this.redis.on('error', () => undefined) // handOver rejects, and the outbox is swept later
  }

  async handOver(jobs: readonly OutboxJob[]): Promise<void> {
    const byQueue = groupByQueue(jobs)
    for (const [name, group] of byQueue) {
      const queue = this.queue(name)
      const turns = await this.#order.takeTurns(queue, group)
      await queue.addBulk(
        group.map((job, index) => ({
          name: job.name,
          data: job.data,
          opts: {
            jobId: jobIdOf(job.id),
            priority: turns[index]!,
            removeOnComplete: DONE,
            removeOnFail: FAILED,
          },
        })),
      )
    }
  }

  async forgetFailed(jobs: readonly OutboxJob[]): Promise<void> {
    for (const [name, group] of groupByQueue(jobs)) {
      const queue = this.queue(name)
      const ids = group.map((job) => jobIdOf(job.id))
      const failedAt = await this.redis.zmscore(queue.toKey('failed'), ...ids)
      for (const [index, id] of ids.entries()) {
        const at = failedAt[index]
        if (at != null && Number(at) < Date.now() - FAILURE_STORED_MS) await queue.remove(id)
      }
    }
  }

  /**
   * Adds jobs that have no row, except those whose id waits, runs or will be retried. The caller must add
   * them again when Redis loses them.
   */
  async addUnlessPending<Data>(
    { queue, name }: JobDeclaration<Data>,
    jobs: readonly { readonly id: string; readonly data: Data }[],
  ): Promise<void> {
    if (jobs.length === 0) return
    await this.queue(queue).addBulk(
      jobs.map(({ id, data }) => ({
        name,
        data,
        opts: { deduplication: { id: `${name}-${id}` }, removeOnComplete: true, removeOnFail: FAILED },
      })),
    )
  }

  async close(): Promise<void> {
    for (const queue of this.#queues.values()) await queue.close()
    this.redis.disconnect()
  }

  /** The queue with this name, which it opens when necessary. */
  queue(name: string): Queue {
    let queue = this.#queues.get(name)
    if (queue === undefined) {
      queue = new Queue(name, { connection: this.redis, prefix: QUEUE_PREFIX })
      queue.on('error', () => undefined)
      this.#queues.set(name, queue)
    }
    return queue
  }
}

function groupByQueue(jobs: readonly OutboxJob[]): Map<string, OutboxJob[]> {
  const groups = new Map<string, OutboxJob[]>()
  for (const job of jobs) groups.set(job.queue, [...(groups.get(job.queue) ?? []), job])
  return groups
}
