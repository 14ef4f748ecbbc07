import { setTimeout as sleep } from 'node:timers/promises'
import { MikroORM } from '@mikro-orm/postgresql'
import pg from 'pg'
import { ConfigError } from '../../../config/error.ts'
import type { Logger } from '../log.ts'
import { databaseFailureOf } from './failures.ts'
import { ormOptions } from './orm.ts'
import { type LockName, tryLock, whileLocked } from './session-lock.ts'
import { MAX_IDLE_MIGRATING_MS } from './time-limits.ts'

/** Any constants: the same for every process that migrates this product's schema. */
const MIGRATION_LOCK: LockName = [7_305_216, 0]
const RETRY_MS = 500

/** Names of the migrations that were there before the first release. */
export const BEFORE_FIRST_RELEASE = /^\d{4}[a-z]?-/

/**
 * Brings the schema up to date. Safe to call from any number of processes at once: a lock lets one process
 * migrate, and the others find it done. Waits, and reports this once, while another process migrates or uses
 * the tables. Resolves to the names of the migrations this call ran. Throws `ConfigError` for a database from
 * before the first release.
 */
export async function migrate(databaseUrl: string, log?: Logger): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'loquat-migrate' })
  client.on('error', () => undefined) // the next query rejects
  await client.connect()
  try {
    const isAlone = () => tryLock(client, MIGRATION_LOCK)
    await until(isAlone, () => log?.info('another process migrates the database; waiting for it'))
    return await whileLocked(client, MIGRATION_LOCK, () => migrateAlone(databaseUrl, log))
  } finally {
    await client.end()
  }
}

/** Runs all pending migrations in one transaction. When another process uses a table, it rolls back and tries again. */
async function migrateAlone(databaseUrl: string, log: Logger | undefined): Promise<string[]> {
  const orm = await MikroORM.init(
    ormOptions({ url: databaseUrl, poolSize: 2, maxIdleInTransactionMs: MAX_IDLE_MIGRATING_MS }),
  )
  let done: string[] = []
  const isDone = async () => {
    try {
      done = (await orm.getMigrator().up()).map((migration) => migration.name)
      return true
    } catch (error) {
      if (databaseFailureOf(error) !== 'busy') throw error
      return false
    }
  }
  try {
    await refuseUnreleasedSchema(orm)
    await until(isDone, () => log?.info('the tables to be migrated are in use; waiting for them'))
    return done
  } finally {
    await orm.close(true)
  }
}

async function refuseUnreleasedSchema(orm: MikroORM): Promise<void> {
  const executed = await orm.getMigrator().getExecutedMigrations()
  if (!executed.some(({ name }) => BEFORE_FIRST_RELEASE.test(name))) return
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
