import type pg from 'pg'
import { sessionOf } from './orm.ts'
import { connectOnce } from './servers/database-servers.ts'
import { CONNECT_TIMEOUT_MS } from './servers/time-limits.ts'

/** The advice for operators about a pooler. */
export const POOLER_ADVICE =
  'point DATABASE_URL at Postgres itself: each process has a pool of its own (DATABASE_POOL_SIZE)'

/**
 * Returns why the address leads to a pooler that Loquat cannot use; undefined when each connection is a
 * session of its own. Loquat's connections carry time limits in their start-up parameters, keep prepared
 * statements by name, and hold session locks for migrations and imports. PgBouncer in transaction mode gives
 * none of these. Loquat does not use LISTEN.
 */
export async function findPooler(url: string, applicationName = 'loquat'): Promise<string | undefined> {
  const settings = {
    ...sessionOf({ statementTimeoutMs: CONNECT_TIMEOUT_MS }),
    application_name: applicationName,
  }
  const sessions: pg.Client[] = []
  try {
    sessions.push(await connectOnce(url, settings))
    const lost = await lostSetting(sessions[0]!)
    if (lost !== undefined) return `a pooler drops ${lost}, a start-up parameter of Loquat's connections`
    sessions.push(await connectOnce(url, settings))
    if (!(await isTransactionPool(sessions[0]!, sessions[1]!))) return undefined
    return 'a pooler in transaction mode: prepared statements and session locks break'
  } catch (error) {
    const { message } = error as Error
    if (!/startup parameter/.test(message)) throw error
    return `a pooler refuses Loquat's connections: ${message.split('\n', 1)[0]}`
  } finally {
    for (const session of sessions) void session.end().catch(() => undefined)
  }
}

/** The name of a start-up parameter that is not in force; undefined when all are. */
async function lostSetting(session: pg.Client): Promise<string | undefined> {
  const { rows } = await session.query(
    `SELECT name FROM (VALUES ('plan_cache_mode', 'force_generic_plan'), ('idle_in_transaction_session_timeout', '1s'))
       AS wanted (name, value)
     WHERE current_setting(name) <> value`,
  )
  return rows[0]?.name
}

/**
 * In transaction mode two idle clients share a backend. So a transaction of one moves the other to another
 * backend.
 */
async function isTransactionPool(one: pg.Client, other: pg.Client): Promise<boolean> {
  const before = await backendOf(one)
  await other.query('BEGIN')
  try {
    const taken = await backendOf(other)
    return taken === before || (await backendOf(one)) !== before
  } finally {
    await other.query('ROLLBACK')
  }
}

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
  return rows[0].pid
}
