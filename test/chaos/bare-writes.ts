import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { longestPause, type Write } from './probes.ts'

const EVERY_MS = 200
const CONNECT_MS = 5_000

/**
 * Connections to Postgres without anything of Loquat that write as its smallest transaction does: they lock one row, write, and
 * commit, in three round trips. Their pauses show what a bad network alone costs.
 */
export class BareWrites {
  readonly #url: string
  readonly #acknowledged: Write[][]
  #isStopped = false
  #running: Promise<unknown> | undefined

  private constructor(url: string, connections: number) {
    this.#url = url
    this.#acknowledged = Array.from({ length: connections }, () => [])
  }

  /** `url`: the server that accepts writes. Resolves when all connections have written. */
  static async start(url: string, connections: number): Promise<BareWrites> {
    const writes = new BareWrites(url, connections)
    const client = await writes.#connect()
    await client.query('CREATE SCHEMA IF NOT EXISTS bare')
    await client.query('CREATE TABLE IF NOT EXISTS bare.row (id int PRIMARY KEY, n int NOT NULL)')
    await client.query('INSERT INTO bare.row VALUES (1, 0) ON CONFLICT DO NOTHING')
    await client.end()
    writes.#running = Promise.all(writes.#acknowledged.map((acknowledged) => writes.#run(acknowledged)))
    while (writes.#acknowledged.some(({ length }) => length === 0)) await sleep(20)
    return writes
  }

  /** As of `Probes`, of the slowest connection. */
  longestPause(from: number, to: number): number {
    return Math.max(...this.#acknowledged.map((acknowledged) => longestPause(acknowledged, from, to)))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }

  async #run(acknowledged: Write[]): Promise<void> {
    let client: pg.Client | undefined
    while (!this.#isStopped) {
      const from = performance.now()
      try {
        client ??= await this.#connect()
        await client.query('BEGIN; SELECT n FROM bare.row WHERE id = 1 FOR UPDATE')
        await client.query('UPDATE bare.row SET n = n + 1 WHERE id = 1')
        await client.query('COMMIT')
        acknowledged.push({ from, to: performance.now() })
      } catch {
        void client?.end().catch(() => undefined)
        client = undefined
      }
      await sleep(EVERY_MS)
    }
    void client?.end().catch(() => undefined)
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: CONNECT_MS,
      // As in `core/platform/db/time-limits.ts`.
      idle_in_transaction_session_timeout: 1_000,
      lock_timeout: 5_000,
      query_timeout: 30_000,
    })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
}
