import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ConfigError } from '../../../config/error.ts'
import type { Logger } from '../log/log.ts'
import { knowsLetterCase, LETTER_CASE_ADVICE, LETTER_CASE_FOUND, unusedCtype } from './letter-case.ts'
import { migrations } from './migrations/index.ts'
import { connectOnce } from './servers/database-servers.ts'
import { databaseFailureOf } from './servers/failures.ts'
import { type LockName, tryLock, whileLocked } from './servers/session-lock.ts'
import { MAX_IDLE_MIGRATING_MS } from './servers/time-limits.ts'

/** Any constants: the same for every process that migrates this product's schema. */
const MIGRATION_LOCK: LockName = [7_305_216, 0]
const RETRY_MS = 500

/** Names of the migrations that were there before the first release. */
export const BEFORE_FIRST_RELEASE = /^\d{4}[a-z]?-/

/**
 * Brings the schema up to date. Safe to call from any number of processes at once: a lock lets one process
 * migrate, and the others find it done. Waits, and reports this once, while another process migrates or
 * uses the tables, and warns of a locale without letters beyond ASCII. Resolves to the names of the
 * migrations this call ran. Throws `ConfigError` for a database from before the first release.
 */
export async function migrate(databaseUrl: string, log?: Logger): Promise<string[]> {
  const client = await connectOnce(databaseUrl, { application_name: 'loquat-migrate' })
  try {
    const isAlone = () => tryLock(client, MIGRATION_LOCK)
    if (log !== undefined) await reportLocale(client, log)
    await until(isAlone, () => log?.info('another process migrates the database; waiting for it'))
    return await whileLocked(client, MIGRATION_LOCK, () => migrateAlone(client, databaseUrl, log))
  } finally {
    await client.end()
  }
}

async function reportLocale(client: pg.Client, log: Logger): Promise<void> {
  if (!(await knowsLetterCase(client))) return log.warn(`${LETTER_CASE_FOUND}: ${LETTER_CASE_ADVICE}`)
  const unused = await unusedCtype(client)
  if (unused !== undefined) log.info(unused)
}

/**
 * Runs all pending migrations in one transaction. When another process uses a table, it rolls back and tries
 * again.
 */
async function migrateAlone(
  client: pg.Client,
  databaseUrl: string,
  log: Logger | undefined,
): Promise<string[]> {
  const executed = await executedMigrations(client)
  refuseUnreleasedSchema(executed)
  if (migrations.every(({ name }) => executed.has(name))) return []
  const { runMigrations } = await import('./run-migrations.ts')
  let done: string[] = []
  const isDone = async () => {
    try {
      done = await runMigrations({
        url: databaseUrl,
        poolSize: 2,
        maxIdleInTransactionMs: MAX_IDLE_MIGRATING_MS,
      })
      return true
    } catch (error) {
      if (databaseFailureOf(error) !== 'busy') throw error
      return false
    }
  }
  await until(isDone, () => log?.info('the tables to be migrated are in use; waiting for them'))
  return done
}

/**
 * Returns the names of the migrations that have run, oldest first. MikroORM's migrator keeps them in a table.
 */
export async function executedMigrations(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('mikro_orm_migrations') IS NOT NULL AS exists`,
  )
  if (!rows[0]!.exists) return new Set()
  const executed = await client.query<{ name: string }>('SELECT name FROM mikro_orm_migrations ORDER BY id')
  return new Set(executed.rows.map(({ name }) => name))
}

function refuseUnreleasedSchema(executed: ReadonlySet<string>): void {
  if (![...executed].some((name) => BEFORE_FIRST_RELEASE.test(name))) return
  throw new ConfigError(
    'This database was made by Loquat before its first release, and cannot be migrated: delete the data folder or the database, or export each organization with the former version and import the archives into a new database',
  )
}

async function until(isSo: () => Promise<boolean>, onWaiting: () => void): Promise<void> {
  for (let tries = 0; !(await isSo()); tries++) {
    if (tries === 0) onWaiting()
    await sleep(RETRY_MS)
  }
}
