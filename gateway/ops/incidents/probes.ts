import { statement } from '../../../core/platform/db/statements/statement.ts'
import { redisFailureOf } from '../../../core/platform/redis/redis.ts'
import type { Core } from '../../../core/state/core.ts'
import { databaseTrouble } from './database-trouble.ts'

/** An answer of Postgres that takes this long is slow, and one that takes longer than the limit is none. */
const SLOW_MS = 1_000
const LIMIT_MS = 5_000

const ASK = statement(
  'incidents.probe',
  `SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly"`,
)

/** Asks the servers that this gateway needs, and notes what is wrong with them. */
export class Probes {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /** Asks all servers. Never rejects. */
  async run(): Promise<void> {
    await this.#askPostgres()
  }

  /** Writes to Redis. Never rejects. */
  async writeToRedis(): Promise<void> {
    const { redis, troubles } = this.#core
    try {
      await redis.set('health:written', '1', 'EX', 60)
    } catch (error) {
      const reason = (error as Error).message
      const failure = redisFailureOf(error)
      if (failure !== undefined)
        troubles.note(failure === 'refusing' ? 'redis-refuses' : 'redis-away', { reason })
    }
  }

  async #askPostgres(): Promise<void> {
    const { db, troubles } = this.#core
    const begunAt = performance.now()
    try {
      const [row] = await within(LIMIT_MS, db.run<{ readonly isReadOnly: boolean }>(ASK))
      troubles.settle('postgres-away')
      if (row?.isReadOnly) troubles.note('postgres-read-only', { reason: 'transaction_read_only is on' })
      else troubles.settle('postgres-read-only')
      const tookMs = performance.now() - begunAt
      if (tookMs < SLOW_MS) troubles.settle('postgres-slow')
      else troubles.note('postgres-slow', { reason: `an answer took ${(tookMs / 1000).toFixed(1)} s` })
    } catch (error) {
      troubles.note(databaseTrouble(error) ?? 'postgres-away', { reason: (error as Error).message })
    }
  }
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds / 1000} s`)), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
