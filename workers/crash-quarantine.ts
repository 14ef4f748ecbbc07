import type { Job } from 'bullmq'
import type { Redis } from 'ioredis'
import { QUEUE_PREFIX } from '../core/platform/jobs/names.ts'

const KEY = `${QUEUE_PREFIX}:suspect`

// Takes the turn when nobody has it, or this job has it already.
const TAKE = `
  local holder = redis.call('GET', KEYS[1])
  if holder and holder ~= ARGV[1] then return 0 end
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return 1`
const GIVE_BACK = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end return 0`

/**
 * Jobs that were running when a worker died. One of them may be what killed it, and would take the others along again
 * until all of them are given up: so one at a time runs, of all queues and workers. That one keeps its turn when it
 * dies again, until it has been given up or has not come back for twice the time after which jobs come back.
 */
export class CrashQuarantine {
  readonly #redis: Redis
  readonly #lockMs: number
  /** Those of this process that are finding out whether it is their turn. */
  readonly #asking = new Set<Promise<unknown>>()

  /** `lockMs`: a job comes back from a worker that died after this time. */
  constructor(redis: Redis, lockMs: number) {
    this.#redis = redis
    this.#lockMs = lockMs
  }

  /**
   * Runs the job in its turn; otherwise calls `later` with the milliseconds after which it is to ask again. What
   * asked at the same time in this process has left before anything runs, so that it is not taken along.
   */
  async inTurn(
    job: Job,
    later: (milliseconds: number) => Promise<void>,
    run: () => Promise<void>,
  ): Promise<void> {
    const name = `${job.queueName}:${job.id}`
    const asked = this.#ask(name, later)
    this.#asking.add(asked)
    const isTurn = await asked.finally(() => this.#asking.delete(asked))
    if (!isTurn) return
    await Promise.allSettled(this.#asking)
    try {
      await run()
    } finally {
      await this.#redis.eval(GIVE_BACK, 1, KEY, name)
    }
  }

  async #ask(name: string, later: (milliseconds: number) => Promise<void>): Promise<boolean> {
    const isTurn = (await this.#redis.eval(TAKE, 1, KEY, name, 2 * this.#lockMs)) === 1
    if (!isTurn) await later((this.#lockMs / 6) * (1 + Math.random()))
    return isTurn
  }
}
