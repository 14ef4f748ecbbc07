import pg from 'pg'
import type { Statement } from '../../../core/platform/db/statements/statement.ts'
import { statement } from '../../../core/platform/db/statements/statement.ts'
import type { IncidentName } from '../../../core/platform/incidents/catalogue.ts'
import { redisFailureOf } from '../../../core/platform/redis/redis.ts'
import type { Core } from '../../../core/state/core.ts'
import type { Storage } from '../../../storage/storage.ts'
import type { RequestShares } from '../../http/limits/request-shares.ts'
import { databaseTrouble } from './database-trouble.ts'
import { OutsideProbe } from './outside-probe.ts'
import { askStorage } from './storage-probe.ts'

/** An answer of Postgres that takes this long is slow. After the limit, Postgres counts as away. */
const SLOW_MS = 1_000
const LIMIT_MS = 5_000
/** An organization with this number of waiting requests at one time is noisy. */
const NOISY_REQUESTS = 10
/** Faults that are seen now and then have ended when there was no sign for this time. */
const QUIET_MS = 8_000
/** A statement that has waited this long is stuck. Those of Loquat give up after MAX_LOCK_WAIT_MS. */
const LOCKED_SECONDS = 1

const ALL_OF_POSTGRES: readonly IncidentName[] = [
  'postgres-away',
  'postgres-full',
  'postgres-connections',
  'postgres-read-only',
]

const LITTLE_MEMORY = statement('incidents.little-memory', "SET LOCAL work_mem = '64kB'")
/** Lists numbers with little memory, so that Postgres writes 300 kB to its disk as a temporary file. */
const WRITE = statement('incidents.write', 'SELECT count(*)::int AS rows FROM generate_series(1, 20000)')
/** Whether Postgres accepts writes, and the session that blocks the most others. */
const ASK = statement(
  'incidents.probe',
  `SELECT current_setting('default_transaction_read_only') = 'on' OR pg_is_in_recovery() AS "isReadOnly",
     (SELECT count(*)::int FROM pg_stat_activity AS waiting
      WHERE wait_event_type = 'Lock' AND datname = current_database()
        AND clock_timestamp() - query_start > make_interval(secs => $1)) AS locked,
     (SELECT format('process %s of %s (%s, %s, its transaction is %s s old) holds the lock', holder.pid,
        coalesce(holder.usename, '?'), coalesce(nullif(holder.application_name, ''), 'no name'),
        coalesce(holder.state, '?'),
        coalesce(round(extract(epoch FROM clock_timestamp() - holder.xact_start))::text, '?'))
      FROM pg_stat_activity AS waiting, unnest(pg_blocking_pids(waiting.pid)) AS blocking
      JOIN pg_stat_activity AS holder ON holder.pid = blocking
      WHERE waiting.wait_event_type = 'Lock' AND waiting.datname = current_database()
        AND cardinality(pg_blocking_pids(holder.pid)) = 0
      LIMIT 1) AS holder,
     (SELECT last_failed_wal || ': ' || failed_count || ' attempts failed' FROM pg_stat_archiver
      WHERE last_failed_time > coalesce(last_archived_time, '-infinity')) AS archiving`,
)

interface Answer {
  readonly isReadOnly: boolean
  readonly locked: number
  readonly holder: string | null
  readonly archiving: string | null
}

/** Asks the servers that this gateway needs, and notes their faults. */
export class Probes {
  readonly #core: Core
  readonly #storage: Storage
  readonly #storageName: string
  readonly #outside: OutsideProbe
  /** The requests of organizations at this gateway. */
  shares: RequestShares | undefined

  constructor(
    core: Core,
    storage: Storage,
    storageName: string,
    outside: ConstructorParameters<typeof OutsideProbe>[1],
  ) {
    this.#core = core
    this.#outside = new OutsideProbe(core.troubles, outside)
    this.#storage = storage
    this.#storageName = storageName
  }

  /** Asks all servers. Never rejects. */
  async run(): Promise<void> {
    this.#lookAtShares()
    await Promise.all([
      this.#outside.run(),
      this.#askPostgres(),
      askStorage(this.#core.troubles, this.#storage, this.#storageName),
    ])
  }

  /** Whether Postgres refuses writes, by the last probe. */
  get refusesWrites(): boolean {
    const { troubles } = this.#core
    return troubles.has('postgres-full') || troubles.has('postgres-read-only')
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

  #lookAtShares(): void {
    const { troubles } = this.#core
    const busiest = this.shares?.takeBusiest()
    if (busiest === undefined || busiest.waiting < NOISY_REQUESTS) {
      troubles.settle('organization-noisy', undefined, QUIET_MS)
      return
    }
    const { realm, waiting } = busiest
    troubles.note('organization-noisy', { realm, reason: `${waiting} of its requests waited` })
  }

  async #askPostgres(): Promise<void> {
    const { troubles } = this.#core
    const begunAt = performance.now()
    try {
      const [answer] = await this.#run<Answer>(ASK, [LOCKED_SECONDS])
      const tookMs = performance.now() - begunAt
      troubles.settle('postgres-away')
      troubles.settle('postgres-connections', undefined, QUIET_MS)
      if (tookMs < SLOW_MS) troubles.settle('postgres-slow')
      else troubles.note('postgres-slow', { reason: `an answer took ${(tookMs / 1000).toFixed(1)} s` })
      this.#noteAnswer(answer!)
      if (!this.#isPoolUsed) await this.#writeToDisk()
      troubles.settle('postgres-full')
    } catch (error) {
      const name = databaseTrouble(error) ?? 'postgres-away'
      for (const other of ALL_OF_POSTGRES) if (other !== name) troubles.settle(other)
      troubles.note(name, { reason: (error as Error).message })
    }
  }

  #noteAnswer({ isReadOnly, locked, holder, archiving }: Answer): void {
    const { troubles } = this.#core
    if (isReadOnly) troubles.note('postgres-read-only', { reason: 'it accepts reads only' })
    else troubles.settle('postgres-read-only')
    if (locked === 0) troubles.settle('postgres-locked', undefined, QUIET_MS)
    else troubles.note('postgres-locked', { reason: `${locked} statements wait; ${holder ?? 'nobody'}` })
    if (archiving === null) troubles.settle('archive-failing')
    else troubles.note('archive-failing', { reason: archiving })
  }

  get #isPoolUsed(): boolean {
    const { used, waiting } = this.#core.db.pool()
    return waiting > 0 || used >= this.#core.options.databasePoolSize
  }

  async #writeToDisk(): Promise<void> {
    const { db } = this.#core
    await within(
      LIMIT_MS,
      db.snapshot((sql) => Promise.all([sql.run(LITTLE_MEMORY), sql.run(WRITE)])),
    )
  }

  /** Runs a statement on the pool, or on a connection of its own while the pool has none. */
  async #run<Row>(asked: Statement, values: readonly unknown[]): Promise<Row[]> {
    const { db, options } = this.#core
    if (!this.#isPoolUsed) return within(LIMIT_MS, db.run<Row>(asked, values))
    const client = new pg.Client({
      connectionString: options.databaseUrl,
      connectionTimeoutMillis: LIMIT_MS,
      query_timeout: LIMIT_MS,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query(asked.text, [...values])).rows as Row[]
    } finally {
      await client.end().catch(() => undefined)
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
