import { availableParallelism, hostname, loadavg } from 'node:os'
import pg from 'pg'
import { databaseHosts } from '../../../config/database-address.ts'
import { type Statement, statement } from '../../../core/platform/db/statements/statement.ts'
import type { IncidentName } from '../../../core/platform/incidents/catalogue.ts'
import type { Core } from '../../../core/state/core.ts'
import { databaseTrouble } from './database-trouble.ts'
import { type Activity, DIAGNOSE, slowness } from './postgres-slowness.ts'
import { NoAnswer, within } from './within.ts'

/** An answer of Postgres that takes this long is slow. After the limit, it is missing. */
const SLOW_MS = 1_000
/**
 * A request needs several answers. When one takes this long, or slow ones go on, people wait, and requests
 * time out.
 */
const NOTICED_MS = 2_000
const LIMIT_MS = 5_000
/** A connection of the probe itself needs several answers before the first one that counts. */
const OWN_LIMIT_MS = 4 * LIMIT_MS
/**
 * A Postgres that has answered within this time, and now does not, is slow. Longer than the time between two
 * looks, shorter than the time in which operators must know that it is away.
 */
const STILL_ANSWERS_MS = 12_000
/** While Postgres does not answer in time, the reason of its former slowness counts for this time. */
const KNOWN_MS = 60_000
/** Faults that are seen now and then have ended when there was no sign for this time. */
const QUIET_MS = 8_000
/** Statements give up after MAX_LOCK_WAIT_MS, so a look may find none that waits, though the lock goes on. */
const LOCK_QUIET_MS = 20_000
/** A statement that has waited this long is stuck. Those of Loquat give up after MAX_LOCK_WAIT_MS. */
const LOCKED_SECONDS = 1
/**
 * A transaction of another program that is older is a fault as soon as one statement waits for it. Those of
 * Loquat give up and begin anew, so each look may find young ones alone.
 */
const OTHER_LOCK_SECONDS = 3
/** Loquat's own transactions wait for each other under load: younger ones are no fault. */
const OWN_LOCK_SECONDS = 10
/** Behind a transaction that is older, request after request waits, gives up, and is answered 503. */
const LONG_LOCK_SECONDS = 10
/** People notice this number of statements that wait, and one that waits for this time. */
const NOTICED_LOCKED = 3
const NOTICED_WAIT_SECONDS = 5
/**
 * Postgres is slow while this number of Loquat's statements run for this time, whatever it answers itself.
 */
const LATE_SECONDS = 3
const LATE_STATEMENTS = 3

const OTHERS: readonly IncidentName[] = [
  'postgres-away',
  'postgres-full',
  'postgres-connections',
  'postgres-read-only',
]

const LITTLE_MEMORY = statement('incidents.little-memory', "SET LOCAL work_mem = '64kB'")
/** Lists numbers with little memory, so that Postgres writes 300 kB to its disk as a temporary file. */
const WRITE = statement('incidents.write', 'SELECT count(*)::int AS rows FROM generate_series(1, 20000)')
/**
 * Whether Postgres accepts writes, the session that blocks the most others, Loquat's statements that run
 * long, and how long Postgres itself has needed for all this.
 */
const ASK = statement(
  'incidents.probe',
  `SELECT CASE WHEN pg_is_in_recovery() THEN 'it is a standby'
       WHEN current_setting('default_transaction_read_only') = 'on' THEN (
         SELECT format('default_transaction_read_only is on, set by %s, in the database %s', source,
           current_database())
         FROM pg_settings WHERE name = 'default_transaction_read_only')
     END AS "readOnly",
     (SELECT count(*)::int FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND datname = current_database()) AS locked,
     (SELECT max(extract(epoch FROM clock_timestamp() - query_start))::float8 FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND datname = current_database()) AS "waitedSeconds",
     (SELECT json_build_object(
        'text', format('process %s of %s (%s, %s, its transaction is %s s old) holds the lock', holder.pid,
          coalesce(holder.usename, '?'), coalesce(nullif(holder.application_name, ''), 'no name'),
          coalesce(holder.state, '?'),
          coalesce(round(extract(epoch FROM clock_timestamp() - holder.xact_start))::text, '?')),
        'isOwn', holder.application_name = 'loquat',
        'seconds', extract(epoch FROM clock_timestamp() - holder.xact_start)::float8)
      FROM pg_stat_activity AS waiting, unnest(pg_blocking_pids(waiting.pid)) AS blocking
      JOIN pg_stat_activity AS holder ON holder.pid = blocking
      WHERE waiting.wait_event_type = 'Lock' AND waiting.datname = current_database()
        AND cardinality(pg_blocking_pids(holder.pid)) = 0
      LIMIT 1) AS holder,
     (SELECT last_failed_wal || ': ' || failed_count || ' attempts failed' FROM pg_stat_archiver
      WHERE last_failed_time > coalesce(last_archived_time, '-infinity')) AS archiving,
     (SELECT count(*)::int FROM pg_stat_activity
      WHERE state = 'active' AND application_name = 'loquat' AND datname = current_database()
        AND wait_event_type IS DISTINCT FROM 'Lock' AND wait_event_type IS DISTINCT FROM 'Client'
        AND clock_timestamp() - query_start > make_interval(secs => $1)) AS late,
     (1000 * extract(epoch FROM clock_timestamp() - statement_timestamp()))::float8 AS "ownMs"`,
)

/** The session that blocks others. */
interface Holder {
  readonly text: string
  /** It is a gateway, a worker or a command of Loquat. */
  readonly isOwn: boolean | null
  /** Age of its transaction. */
  readonly seconds: number | null
}

interface Answer {
  /** Why it refuses writes; null when it accepts them. */
  readonly readOnly: string | null
  /** The number of statements that wait for a lock. */
  readonly locked: number
  /** How long the oldest of them has waited. */
  readonly waitedSeconds: number | null
  readonly holder: Holder | null
  readonly archiving: string | null
  readonly late: number
  readonly ownMs: number
}

/** Asks Postgres, and notes its faults. */
export class PostgresProbe {
  readonly #core: Core
  /** When Postgres has answered last, by `performance.now`, however late. */
  #answeredAt = Number.NEGATIVE_INFINITY
  /** Why it was slow last, and when that was known, by `performance.now`. */
  #diagnosis = { at: Number.NEGATIVE_INFINITY, reason: '' }

  constructor(core: Core) {
    this.#core = core
  }

  /** Never rejects. */
  async run(): Promise<void> {
    const { troubles } = this.#core
    const begunAt = performance.now()
    const work = this.#ask<Answer>(ASK, [LATE_SECONDS])
    try {
      const [answer] = await within(LIMIT_MS, work)
      const tookMs = performance.now() - begunAt
      troubles.settle('postgres-away')
      troubles.settle('postgres-connections', undefined, QUIET_MS)
      this.#noteAnswer(answer!)
      await this.#noteSlowness(tookMs, answer!)
      if (!this.#isPoolUsed) await this.#writeToDisk()
      troubles.settle('postgres-full')
    } catch (error) {
      this.#noteError(error)
      // An answer that comes after all says why.
      if (error instanceof NoAnswer)
        work.then(
          ([answer]) => this.#noteSlowness(performance.now() - begunAt, answer!),
          () => undefined,
        )
    }
  }

  #noteError(error: unknown): void {
    const { troubles } = this.#core
    const reason = (error as Error).message
    const name = databaseTrouble(error) ?? 'postgres-away'
    const isLate = error instanceof NoAnswer || (name === 'postgres-away' && /\btime(d )?out\b/i.test(reason))
    if (isLate && performance.now() - this.#answeredAt < STILL_ANSWERS_MS + LIMIT_MS) {
      troubles.settle('postgres-away')
      const isKnown = performance.now() - this.#diagnosis.at < KNOWN_MS
      troubles.note('postgres-slow', {
        reason: isKnown ? this.#diagnosis.reason : reason,
        severity: 'critical',
      })
      return
    }
    for (const other of OTHERS) if (other !== name) troubles.settle(other)
    // A server that does not answer is not slow as well.
    if (name === 'postgres-away') troubles.settle('postgres-slow')
    troubles.note(name, { reason })
  }

  async #noteSlowness(tookMs: number, { ownMs, late }: Answer): Promise<void> {
    const { troubles } = this.#core
    if (tookMs < SLOW_MS && late < LATE_STATEMENTS) {
      troubles.settle('postgres-slow')
      return
    }
    const found = await within(LIMIT_MS, this.#ask<Activity>(DIAGNOSE, [])).catch(() => [])
    const to = databaseHosts(this.#core.options.databaseUrl)
    const reason = slowness({
      ...{ tookMs, ownMs, late, activity: found[0], from: hostname(), to },
      load: { wanted: loadavg()[0] ?? 0, processors: availableParallelism() },
    })
    this.#diagnosis = { at: performance.now(), reason }
    const isNoticed = tookMs >= NOTICED_MS || late >= LATE_STATEMENTS || troubles.has('postgres-slow')
    troubles.note('postgres-slow', { reason, severity: isNoticed ? 'critical' : undefined })
  }

  #noteAnswer({ readOnly, locked, waitedSeconds, holder, archiving }: Answer): void {
    const { troubles } = this.#core
    if (readOnly === null) troubles.settle('postgres-read-only')
    else troubles.note('postgres-read-only', { reason: readOnly })
    const heldSeconds = holder?.seconds ?? 0
    const isStuck =
      holder?.isOwn === true
        ? heldSeconds >= OWN_LOCK_SECONDS
        : (waitedSeconds ?? 0) >= LOCKED_SECONDS || heldSeconds >= OTHER_LOCK_SECONDS
    if (locked === 0 || !isStuck) troubles.settle('postgres-locked', undefined, LOCK_QUIET_MS)
    else {
      const waiting = locked === 1 ? '1 statement waits' : `${locked} statements wait`
      const isNoticed =
        locked >= NOTICED_LOCKED ||
        (waitedSeconds ?? 0) >= NOTICED_WAIT_SECONDS ||
        heldSeconds >= LONG_LOCK_SECONDS
      troubles.note('postgres-locked', {
        reason: holder === null ? waiting : `${waiting}; ${holder.text}`,
        severity: isNoticed ? undefined : 'warning',
      })
    }
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
  #ask<Row>(asked: Statement, values: readonly unknown[]): Promise<Row[]> {
    const { db } = this.#core
    const work = this.#isPoolUsed ? this.#runAlone<Row>(asked, values) : db.run<Row>(asked, values)
    work.then(
      () => {
        this.#answeredAt = performance.now()
      },
      () => undefined,
    )
    return work
  }

  async #runAlone<Row>(asked: Statement, values: readonly unknown[]): Promise<Row[]> {
    const client = new pg.Client({
      connectionString: this.#core.options.databaseUrl,
      application_name: 'loquat-probe',
      connectionTimeoutMillis: OWN_LIMIT_MS,
      query_timeout: OWN_LIMIT_MS,
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
