import pg from 'pg'
import { sessionOf } from '../../core/platform/db/orm.ts'
import { CONNECT_TIMEOUT_MS } from '../../core/platform/db/time-limits.ts'
import { type Finding, ok, reasonOf, wrong } from './check.ts'

const ADVICE =
  'point DATABASE_URL at Postgres itself: each process has a pool of its own (DATABASE_POOL_SIZE)'

/**
 * Checks that each connection is a session of its own, as Loquat needs: its connections carry time limits in their start-up
 * parameters, keep prepared statements by name, and hold session locks for migrations and imports. PgBouncer in transaction
 * mode gives none of these. Loquat does not use LISTEN.
 */
export async function checkPooler(url: string, plain: pg.Client): Promise<Finding> {
  const session = new pg.Client({
    connectionString: url,
    ...sessionOf({ statementTimeoutMs: CONNECT_TIMEOUT_MS }),
    application_name: 'loquat-doctor',
  })
  session.on('error', () => undefined)
  try {
    await session.connect()
    const lost = await lostSetting(session)
    if (lost !== undefined)
      return wrong(`a pooler drops ${lost}, a start-up parameter of Loquat's connections`, ADVICE)
    if (await isTransactionPool(plain, session)) {
      return wrong('a pooler in transaction mode: prepared statements and session locks break', ADVICE)
    }
    return ok('each connection is a session of its own')
  } catch (error) {
    const refused = reasonOf(error)
    if (!/startup parameter/.test(refused)) throw error
    return wrong(`a pooler refuses Loquat's connections: ${refused}`, ADVICE)
  } finally {
    void session.end().catch(() => undefined)
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
 * In transaction mode two idle clients share a backend. So a transaction of one moves the other to another backend.
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
