import type { EntityManager, EntitySchema, Knex, MikroORM } from '@mikro-orm/postgresql'
import pg from 'pg'
import { countPostgres } from '../log/round-trips.ts'
import { OrganizationShares, REGISTERING_SHARE, WRITING_SHARE } from './organization-shares.ts'
import { openOrm } from './orm.ts'
import type { ReadSource } from './read-source.ts'
import { allOf } from './servers/all-of.ts'
import { ask } from './servers/ask.ts'
import { DatabaseServers } from './servers/database-servers.ts'
import { withRetries } from './servers/run-again.ts'
import { MAX_IDLE_NON_BLOCKING_MS } from './servers/time-limits.ts'
import { skipIdsOfTimeline } from './skip-ids.ts'
import { type Sql, type Statement, statement } from './statements/statement.ts'
import { runAlone, StatementGroups } from './statements/statement-groups.ts'

// Ids and positions stay far below 2^53: numbers everywhere, never strings.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** The type of `int8[]`, which pg has no name for. */
const INT8_ARRAY = 1016 as Parameters<typeof pg.types.setTypeParser>[0]
const parseArray = pg.types.getTypeParser(INT8_ARRAY) as (text: string) => (string | null)[]
pg.types.setTypeParser(INT8_ARRAY, (text: string) =>
  parseArray(text).map((item) => (item === null ? null : Number(item))),
)

export interface DatabaseOptions {
  /** Entities that the EntityManager can use. */
  readonly entities?: readonly EntitySchema[]
  readonly url: string
  /** Connections this process may hold. */
  readonly poolSize: number
  /** Milliseconds after which Postgres ends a statement; 0 for never. */
  readonly statementTimeoutMs?: number
  /**
   * Milliseconds after which Postgres ends a transaction that waits for this process. Default:
   * `time-limits.ts`.
   */
  readonly maxIdleInTransactionMs?: number
  /** Milliseconds that a statement waits for a lock; 0 for as long as it takes. Default: `time-limits.ts`. */
  readonly maxLockWaitMs?: number
  /** Milliseconds until an attempt to connect fails. Default: `time-limits.ts`. */
  readonly connectTimeoutMs?: number
  /** A replica: its transactions are read-only, and it may be away when this process starts. */
  readonly isReplica?: boolean
  /**
   * Receives reports of the connection pool, such as a connection that Postgres has closed. Default: reports
   * are ignored.
   */
  readonly onWarning?: (message: string) => void
}

/** A statement was started too late for the round trip of `Database.snapshotAtOnce`. */
export class RoundTripOver extends Error {}

/** One process's connections to Postgres: MikroORM's pool, shared by entities and hand-written statements. */
export class Database implements ReadSource {
  readonly orm: MikroORM
  readonly isReplica: boolean
  /** Who may have a transaction that writes now. */
  readonly shares: OrganizationShares
  /** Who may have the snapshot of a registration now. */
  readonly registrations: OrganizationShares
  readonly #knex: Knex
  readonly #servers: DatabaseServers

  private constructor(orm: MikroORM, servers: DatabaseServers, { isReplica, poolSize }: DatabaseOptions) {
    this.orm = orm
    this.isReplica = isReplica ?? false
    this.shares = new OrganizationShares(poolSize, WRITING_SHARE)
    this.registrations = new OrganizationShares(poolSize, REGISTERING_SHARE)
    this.#knex = orm.em.getConnection().getKnex()
    this.#servers = servers
    const { pool } = this.#knex.client
    const areInUse = () => pool.numUsed() + pool.numPendingAcquires() + pool.numPendingCreates() > 0
    pool.on('acquireRequest', () => servers.watchAnswers(areInUse))
  }

  static async open(options: DatabaseOptions): Promise<Database> {
    const servers = new DatabaseServers({
      url: options.url,
      onWarning: options.onWarning,
      prepare: skipIdsOfTimeline,
    })
    const database = new Database(await openOrm(options, servers), servers, options)
    servers.watch()
    return database
  }

  get server(): Database {
    return this
  }

  /**
   * Runs one statement, which is a transaction of its own. Runs it again when Postgres has aborted it because
   * of a conflict with another transaction.
   */
  run<Row>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    return withRetries(() => this.#withClient((client) => runAlone<Row>(client, statement, values)))
  }

  /**
   * Like `run`, with a time limit for the statement (error 57014). A statement without a name is planned for
   * these values. For expensive statements: runs more statements in the same round trip.
   */
  async runWithin<Row>(
    milliseconds: number,
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    return this.#withClient(async (client) => {
      const plan = statement.name === '' ? 'SET LOCAL plan_cache_mode = force_custom_plan;' : ''
      const begun = ask(
        client,
        `BEGIN READ ONLY; ${plan} SET LOCAL statement_timeout = ${Math.round(milliseconds)}`,
      )
      const rows = runAlone<Row>(client, statement, values)
      const ended = ask(client, 'ROLLBACK')
      const [, result] = await allOf([begun, rows, ended])
      return result
    })
  }

  /**
   * Runs `read` in one REPEATABLE READ, READ ONLY transaction, so that it sees one consistent snapshot. It
   * blocks nobody and may pause between statements. Statements that `read` starts without waiting for each
   * other share a round trip; `read` ends after all of them.
   */
  async snapshot<T>(read: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#withClient(async (client) => {
      const sql = new StatementGroups(client, [BEGIN_SNAPSHOT, ALLOW_IDLE])
      try {
        return await read(sql)
      } finally {
        if (sql.isUsed) {
          sql.send() // before ROLLBACK, when `read` has failed in the turn in which it began them
          await ask(client, 'ROLLBACK').catch(() => undefined) // it has written nothing
        }
      }
    })
  }

  /**
   * As `snapshot`, in one round trip, after which the connection is free: only the statements that `read`
   * starts before it waits for anything run. Those that it starts later fail with `RoundTripOver`.
   */
  async snapshotAtOnce<T>(read: (sql: Sql) => Promise<T>): Promise<T> {
    const client = await this.acquire()
    let result: Promise<T> | undefined
    try {
      const groups = new StatementGroups(client, [BEGIN_SNAPSHOT])
      let isOver = false
      // Runs before the tick in which the group is sent, because it is asked for before.
      const ended = new Promise<unknown>((resolve) => {
        process.nextTick(() => {
          isOver = true
          resolve(groups.isUsed ? groups.run(END_SNAPSHOT) : undefined)
        })
      })
      result = read({
        run: (statement, values) =>
          isOver ? Promise.reject(new RoundTripOver()) : groups.run(statement, values),
      })
      result.catch(() => undefined) // until the caller waits for it
      // Postgres skips the end of a group in which a statement has failed.
      await ended.catch(() => ask(client, 'ROLLBACK').catch(() => undefined))
    } finally {
      await this.release(client)
    }
    return result
  }

  /** Runs independent reads in one round trip on one connection, each in a snapshot of its own. */
  async together<const Reads extends readonly Promise<unknown>[]>(start: (sql: Sql) => Reads) {
    return this.#withClient((client) => allOf(start(boundTo(client))))
  }

  /** Calls `listener` whenever an open connection has failed. */
  onConnectionLost(listener: () => void): void {
    this.#servers.whenLost = listener
  }

  /** Calls `listener` whenever Postgres has refused a connection because it has too many. */
  onTooManyConnections(listener: (error: Error) => void): void {
    this.#servers.whenFull = listener
  }

  /** Connections in use and idle, for the metrics; none after `close`. */
  pool(): { used: number; idle: number; opening: number; waiting: number } {
    const { pool } = this.#knex.client
    // knex drops its pool when it closes.
    if (!pool) return { used: 0, idle: 0, opening: 0, waiting: 0 }
    return {
      used: pool.numUsed(),
      idle: pool.numFree(),
      opening: pool.numPendingCreates(),
      waiting: pool.numPendingAcquires(),
    }
  }

  async close(): Promise<void> {
    this.#servers.close()
    await this.orm.close(true)
  }

  /** Takes a connection from the pool. The caller must release it, outside of any transaction. */
  acquire(): Promise<pg.Client> {
    return this.#knex.client.acquireConnection()
  }

  release(client: pg.Client): Promise<void> {
    return this.#knex.client.releaseConnection(client)
  }

  /** Returns an EntityManager on a connection. The caller begins and ends the transaction. */
  entitiesOn(client: pg.Client): EntityManager {
    const em = this.orm.em.fork()
    em.setTransactionContext(transactionOn(this.#knex, client))
    return em
  }

  /** Runs `read` with an EntityManager on one connection of the pool, outside of transactions. */
  async readEntities<T>(read: (em: EntityManager) => Promise<T>): Promise<T> {
    return this.#withClient((client) => read(this.entitiesOn(client)))
  }

  async #withClient<T>(use: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = await this.acquire()
    try {
      return await use(client)
    } finally {
      await this.release(client)
    }
  }
}

const BEGIN_SNAPSHOT = statement('snapshot.begin', 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
const END_SNAPSHOT = statement('snapshot.end', 'ROLLBACK')
const ALLOW_IDLE = statement(
  'snapshot.allow-idle',
  `SET LOCAL idle_in_transaction_session_timeout = ${MAX_IDLE_NON_BLOCKING_MS}`,
)

/** Wraps a connection as a knex transaction, so that knex and MikroORM run all queries on it. */
function transactionOn(knex: Knex, client: pg.Client): Knex.Transaction {
  const transactionClient = Object.assign(Object.create(knex.client), {
    transacting: true,
    acquireConnection: async () => {
      countPostgres(1) // each query acquires the connection once
      return client
    },
    releaseConnection: async () => undefined,
  })
  return { client: transactionClient } as Knex.Transaction
}

/** Returns an `Sql` that runs statements on one connection. */
export function boundTo(client: pg.Client): Sql {
  return { run: (statement, values = []) => runAlone(client, statement, values) }
}
