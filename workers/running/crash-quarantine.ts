import type { Job } from 'bullmq'
import { QUEUE_PREFIX } from '../../core/platform/jobs/names.ts'
import type { RedisClient } from '../../core/platform/redis/redis-connection.ts'

const KEY = `${QUEUE_PREFIX}:suspect`

// Takes the turn unless another job has it.
const TAKE = `
  local holder = redis.call('GET', KEYS[1])
  if holder and holder ~= ARGV[1] then return 0 end
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return 1`
const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end return 0`

/**
 * Runs jobs whose worker died one at a time, over all queues and workers: one of them may have killed the
 * worker, and would otherwise take the others along until all of them have failed permanently. A job that
 * kills its worker again keeps its turn until it has failed permanently, or has not returned for twice the
 * time after which jobs return.
 */
export class CrashQuarantine {
  readonly #redis: RedisClient
  readonly #lockMs: number
  /** Jobs of this process that are asking Redis for the turn. */
  readonly #pending = new Set<Promise<unknown>>()

  /** `lockMs`: the time after which a job returns from a worker that died. */
  constructor(redis: RedisClient, lockMs: number) {
    this.#redis = redis
    this.#lockMs = lockMs
  }

  /**
   * Runs the job when it gets the turn; otherwise calls `delay` with the milliseconds after which the job
   * asks again. Before the job runs, all other jobs of this process that ask at the same time are delayed, so
   * that a crash does not affect them.
   */
  async inTurn(
    job: Job,
    delay: (milliseconds: number) => Promise<void>,
    run: () => Promise<void>,
  ): Promise<void> {
    const name = `${job.queueName}:${job.id}`
    const taking = this.#takeTurn(name, delay)
    this.#pending.add(taking)
    const isTurn = await taking.finally(() => this.#pending.delete(taking))
    if (!isTurn) return
    await Promise.allSettled(this.#pending)
    try {
      await run()
    } finally {
      await this.#redis.eval(RELEASE, 1, KEY, name)
    }
  }

  async #takeTurn(name: string, delay: (milliseconds: number) => Promise<void>): Promise<boolean> {
    const isTurn = (await this.#redis.eval(TAKE, 1, KEY, name, 2 * this.#lockMs)) === 1
    if (!isTurn) await delay((this.#lockMs / 6) * (1 + Math.random()))
    return isTurn
  }
}
