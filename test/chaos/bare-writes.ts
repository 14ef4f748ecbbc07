import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { longestPause, PROBE_EVERY_MS, type Write } from './probes.ts'
import { WRITER_PAUSE_MS } from './writer.ts'

const CONNECT_MS = 5_000

/**
 * How many of each kind of client write through connections without Loquat, as often as those that write
 * through it.
 */
export interface BareClients {
  /**
   * One for the probes of each gateway, whose pauses are measured. Their writes wait for each other, as in a
   * gateway.
   */
  readonly probes: number
  /** One for each writer. They only lock the row. */
  readonly writers: number
}

/**
 * Connections to Postgres without anything of Loquat that write as it sends a message: they lock one row,
 * write, and commit, in two round trips. As many lock the row as lock the log of the organization. Their
 * pauses show the cost of a bad network alone.
 */
export class BareWrites {
  readonly #url: string
  /** The acknowledged writes of each connection of a probe. */
  readonly #acknowledged: Write[][]
  #isStopped = false
  #running: Promise<unknown> | undefined

  private constructor(url: string, clients: BareClients) {
    this.#url = url
    this.#acknowledged = Array.from({ length: clients.probes }, () => [])
  }

  /** `url`: the server that accepts writes. Resolves when all probes have written. */
  static async start(url: string, clients: BareClients): Promise<BareWrites> {
    const writes = new BareWrites(url, clients)
    const client = await writes.#connect()
    await client.query('CREATE SCHEMA IF NOT EXISTS bare')
    await client.query('CREATE TABLE IF NOT EXISTS bare.row (id int PRIMARY KEY, n int NOT NULL)')
    await client.query('INSERT INTO bare.row VALUES (1, 0) ON CONFLICT DO NOTHING')
    await client.end()
    const probes = writes.#acknowledged.map((acknowledged) =>
      writes.#run(acknowledged, (since) => since + PROBE_EVERY_MS - performance.now()),
    )
    const writers = Array.from({ length: clients.writers }, () =>
      writes.#run([], () => Math.random() * 2 * WRITER_PAUSE_MS),
    )
    writes.#running = Promise.all([...probes, ...writers])
    while (writes.#acknowledged.some(({ length }) => length === 0)) await sleep(20)
    return writes
  }

  /** As of `Probes`, of the slowest probe. */
  longestPause(from: number, to: number): number {
    return Math.max(...this.#acknowledged.map((acknowledged) => longestPause(acknowledged, from, to)))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }

  /** `pauseMs` tells when the next write begins after one that began at `since`. */
  async #run(acknowledged: Write[], pauseMs: (since: number) => number): Promise<void> {
    let client: pg.Client | undefined
    while (!this.#isStopped) {
      const from = performance.now()
      try {
        client ??= await this.#connect()
        await client.query('BEGIN; SELECT n FROM bare.row WHERE id = 1 FOR UPDATE')
        await client.query('UPDATE bare.row SET n = n + 1 WHERE id = 1; COMMIT')
        acknowledged.push({ from, to: performance.now() })
      } catch {
        void client?.end().catch(() => undefined)
        client = undefined
      }
      await sleep(Math.max(0, pauseMs(from)))
    }
    void client?.end().catch(() => undefined)
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: CONNECT_MS,
      // As in `core/platform/db/servers/time-limits.ts`.
      idle_in_transaction_session_timeout: 1_000,
      lock_timeout: 5_000,
      query_timeout: 30_000,
    })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
}
