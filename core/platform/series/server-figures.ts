import { Cluster, type Redis } from 'ioredis'
import type { Database } from '../db/database.ts'
import { statement } from '../db/statements/statement.ts'
import { readQueueFigures } from '../jobs/queue-figures.ts'
import type { BullSink } from '../jobs/sink.ts'
import type { RedisClient } from '../redis/redis-connection.ts'

const ANSWER = statement('series.answer', 'SELECT 1')
const CONNECTIONS = statement(
  'series.connections',
  `SELECT sum(numbackends)::int AS connections, current_setting('max_connections')::int AS maximum
   FROM pg_stat_database`,
)
const SIZE = statement('series.size', 'SELECT pg_database_size(current_database())::float8 AS bytes')

/** Postgres looks at each file of the database for its size, so it is asked seldom. */
const SIZE_MS = 300_000
const DEADLINE_MS = 5_000

/** Figures of Postgres, Redis and the queues, which are the same at every process. */
export class ServerFigures {
  readonly #db: Database
  readonly #redis: RedisClient
  readonly #sink: BullSink
  #size: { readonly at: number; readonly bytes: number } | undefined

  constructor(db: Database, redis: RedisClient, sink: BullSink) {
    this.#db = db
    this.#redis = redis
    this.#sink = sink
  }

  /** Figures that cannot be read within five seconds are left out. Never rejects. */
  async read(): Promise<Record<string, number>> {
    const parts = await Promise.all([
      inTime(this.#postgres()),
      inTime(this.#postgresSize()),
      inTime(redisFigures(this.#redis)),
      inTime(this.#queues()),
    ])
    return Object.assign({}, ...parts)
  }

  async #postgres(): Promise<Record<string, number>> {
    const begunAt = performance.now()
    await this.#db.run(ANSWER)
    const seconds = (performance.now() - begunAt) / 1000
    const [row] = await this.#db.run<{ connections: number; maximum: number }>(CONNECTIONS)
    return {
      'postgres.seconds': seconds,
      'postgres.connections': row!.connections,
      'postgres.maximum': row!.maximum,
    }
  }

  async #postgresSize(): Promise<Record<string, number>> {
    if (this.#size === undefined || Date.now() - this.#size.at > SIZE_MS) {
      const [row] = await this.#db.run<{ bytes: number }>(SIZE)
      this.#size = { at: Date.now(), bytes: row!.bytes }
    }
    return { 'postgres.bytes': this.#size.bytes }
  }

  async #queues(): Promise<Record<string, number>> {
    const values: Record<string, number> = {}
    for (const { queue, waiting, active, delayed, failed, ...ages } of await readQueueFigures(this.#sink)) {
      const figures = { waiting, active, delayed, failed }
      const oldest = {
        oldestWaiting: ages.oldestWaitingSeconds,
        oldestRetried: ages.oldestRetriedSeconds,
      }
      for (const [figure, value] of Object.entries({ ...figures, ...oldest }))
        if (value > 0) values[`queue.${queue}.${figure}`] = value
    }
    return values
  }
}

async function redisFigures(redis: RedisClient): Promise<Record<string, number>> {
  const nodes: Redis[] = redis instanceof Cluster ? redis.nodes('master') : [redis as Redis]
  const begunAt = performance.now()
  await Promise.all(nodes.map((node) => node.ping()))
  const seconds = (performance.now() - begunAt) / 1000
  const infos = await Promise.all(
    nodes.map(async (node) => `${await node.info('memory')}${await node.info('clients')}`),
  )
  const sum = (field: string) =>
    infos.reduce((total, info) => total + Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(info)?.[1] ?? 0), 0)
  const maximum = sum('maxmemory')
  return {
    'redis.seconds': seconds,
    'redis.bytes': sum('used_memory'),
    'redis.connections': sum('connected_clients'),
    ...(maximum > 0 && { 'redis.maximum': maximum }),
  }
}

async function inTime(work: Promise<Record<string, number>>): Promise<Record<string, number>> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Record<string, number>>((resolve) => {
    timer = setTimeout(resolve, DEADLINE_MS, {})
  })
  const found = await Promise.race([work.catch(() => ({})), late])
  clearTimeout(timer)
  return found
}
