import type { Knex } from '@mikro-orm/postgresql'
import { MikroORM } from '@mikro-orm/postgresql'
import pg from 'pg'
import { countPostgres } from '../round-trips.ts'
import { ormOptions } from './orm.ts'
import type { Sql, Statement } from './statement.ts'

// Ids and positions stay far below 2^53: numbers everywhere, never strings.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export interface DatabaseOptions {
  readonly url: string
  /** Connections this process may hold. */
  readonly poolSize: number
  /** Milliseconds after which Postgres ends a statement; 0 for never. */
  readonly statementTimeoutMs?: number
}

/** One process's connections to Postgres: MikroORM's pool, shared by entities and hand-written statements. */
export class Database implements Sql {
  readonly orm: MikroORM
  readonly #knex: Knex

  private constructor(orm: MikroORM) {
    this.orm = orm
    this.#knex = orm.em.getConnection().getKnex()
  }

  static async open(options: DatabaseOptions): Promise<Database> {
    return new Database(await MikroORM.init(ormOptions(options)))
  }

  async run<Row>(statement: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    return this.#withClient((client) => runOn<Row>(client, statement, values))
  }

  /**
   * Runs `read` in one REPEATABLE READ, READ ONLY transaction: everything it reads is of one moment.
   */
  async snapshot<T>(read: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#withClient(async (client) => {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      try {
        const result = await read(boundTo(client))
        await client.query('COMMIT')
        return result
      } catch (error) {
        await client.query('ROLLBACK').catch(() => undefined)
        throw error
      }
    })
  }

  /** Connections in use and idle, for the metrics. */
  pool(): { used: number; idle: number; waiting: number } {
    const pool = this.#knex.client.pool
    return { used: pool.numUsed(), idle: pool.numFree(), waiting: pool.numPendingAcquires() }
  }

  async close(): Promise<void> {
    await this.orm.close(true)
  }

  /** A connection of the pool; whoever acquires it releases it, outside of any transaction. */
  acquire(): Promise<pg.Client> {
    return this.#knex.client.acquireConnection()
  }

  release(client: pg.Client): Promise<void> {
    return this.#knex.client.releaseConnection(client)
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

/** The statements of one connection, for as long as its transaction lasts. */
export function boundTo(client: pg.Client): Sql {
  return { run: (statement, values = []) => runOn(client, statement, values) }
}

async function runOn<Row>(
  client: pg.Client,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  countPostgres(1)
  const result = await client.query({
    name: statement.name,
    text: statement.text,
    values: values as unknown[],
  })
  return result.rows as Row[]
}
