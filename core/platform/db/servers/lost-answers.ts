import pg from 'pg'
import { bytesReadOf, cut, isWaiting, processOf } from './connection.ts'
import { CONNECT_TIMEOUT_MS } from './time-limits.ts'

/** Time between two looks at the connections. */
const LOOK_EVERY_MS = 1_000
/**
 * After this number of looks without a byte from the server, the process asks the server about the statement.
 */
const SILENT_LOOKS = 3

/** Selects the processes that have run no statement for two seconds, and those that do not exist. */
const IDLE = `SELECT asked.pid FROM unnest($1::int[]) AS asked (pid)
  LEFT JOIN pg_stat_activity AS a ON a.pid = asked.pid
  WHERE a.pid IS NULL OR (a.state LIKE 'idle%' AND a.state_change < now() - interval '2 seconds')`

interface Silence {
  readonly bytesRead: number
  readonly looks: number
}

/**
 * Closes connections whose statement or answer was lost by the network. TCP waits longer and longer before it
 * sends again, so after an outage such a connection stays blocked for about as long as the outage lasted, and
 * the pool runs out of connections. This class therefore asks the server, on a new connection, whether it
 * still runs the statements of silent connections.
 */
export class LostAnswers {
  readonly #clients: ReadonlyMap<pg.Client, string>
  #silences = new Map<pg.Client, Silence>()
  #isAsking = false
  #timer: NodeJS.Timeout | undefined

  /** `clients`: the open connections with the addresses of their servers. */
  constructor(clients: ReadonlyMap<pg.Client, string>) {
    this.#clients = clients
  }

  /**
   * Looks every second, until a look at which `areInUse` says that no connection is in use: an idle process
   * should not wake up for this. No effect while it watches already.
   */
  watch(areInUse: () => boolean): void {
    this.#timer ??= setInterval(() => {
      if (areInUse()) return this.#look()
      clearInterval(this.#timer)
      this.#timer = undefined
      this.#silences.clear()
    }, LOOK_EVERY_MS).unref()
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    const waiting = [...this.#clients.keys()].filter(isWaiting)
    this.#silences = new Map(
      waiting.map((client) => {
        const former = this.#silences.get(client)
        const bytesRead = bytesReadOf(client)
        const looks = former?.bytesRead === bytesRead ? former.looks + 1 : 1
        return [client, { bytesRead, looks }]
      }),
    )
    const silent = waiting.filter((client) => this.#silences.get(client)!.looks >= SILENT_LOOKS)
    const url = silent[0] && this.#clients.get(silent[0])
    if (url === undefined || this.#isAsking) return
    this.#isAsking = true
    const ofServer = silent.filter((client) => this.#clients.get(client) === url)
    // A server that does not answer is asked again after the next look.
    void this.#closeLost(url, ofServer)
      .catch(() => undefined)
      .finally(() => {
        this.#isAsking = false
      })
  }

  async #closeLost(url: string, clients: readonly pg.Client[]): Promise<void> {
    const before = new Map(clients.map((client) => [client, bytesReadOf(client)]))
    const idle = await idleProcesses(url, clients.map(processOf))
    for (const [client, bytesRead] of before) {
      const hasAnswer = !isWaiting(client) || bytesReadOf(client) !== bytesRead
      if (hasAnswer || !idle.has(processOf(client))) continue
      cut(client, new Error('Connection terminated: the network has lost a statement or its answer'))
    }
  }
}

async function idleProcesses(url: string, processes: readonly number[]): Promise<ReadonlySet<number>> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'loquat-lost-answers',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  })
  client.on('error', () => undefined) // the query rejects
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>(IDLE, [processes])
    void client.end().catch(() => undefined)
    return new Set(rows.map((row) => row.pid))
  } catch (error) {
    cut(client, error as Error)
    throw error
  }
}
