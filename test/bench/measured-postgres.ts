import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { startPostgres } from '../../config/embedded/postgres.ts'

/** The Postgres of a measurement. */
export interface MeasuredPostgres {
  /** An empty database. */
  readonly url: string
  /** Its first process; undefined when it runs on another machine. */
  readonly pid: number | undefined
  stop(): Promise<void>
}

/**
 * Starts the embedded Postgres in `directory`, or creates a database on the server of BENCH_DATABASE_URL,
 * whose user may create databases. `stop` stops the one and drops the other.
 */
export async function startMeasuredPostgres(directory: string): Promise<MeasuredPostgres> {
  const { BENCH_DATABASE_URL: server } = process.env
  if (server === undefined) {
    const { url, process: child, stop } = await startPostgres({ directory })
    return { url, pid: child.pid, stop }
  }
  const name = `loquat_bench_${randomBytes(6).toString('hex')}`
  const pid = await onServer(server, async (client) => {
    await client.query(`CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`)
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
    return parentOf(rows[0].pid)
  })
  const url = new URL(server)
  url.pathname = name
  return {
    url: url.href,
    pid,
    stop: () =>
      onServer(server, async (client) => {
        await client.query(`DROP DATABASE ${name} WITH (FORCE)`)
      }),
  }
}

async function onServer<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The parent of a connection's process, if it is one of this machine. */
async function parentOf(pid: number): Promise<number | undefined> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
  if (!name.startsWith('postgres')) return undefined
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^PPid:\s+(\d+)/m.exec(status)![1])
}
