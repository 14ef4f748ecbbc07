import { MikroORM } from '@mikro-orm/postgresql'
import pg from 'pg'
import { ormOptions } from './orm.ts'

/** Any constant: the same for every process that migrates this product's schema. */
const MIGRATION_LOCK = 7_305_216

/**
 * Brings the schema up to date. Safe to call from any number of processes at once: an advisory lock lets
 * one migrate and the others find it done. Resolves to the names of the migrations this call ran.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const lock = new pg.Client({ connectionString: databaseUrl, application_name: 'loquat-migrate' })
  await lock.connect()
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    const orm = await MikroORM.init(ormOptions({ url: databaseUrl, poolSize: 2 }))
    try {
      return (await orm.getMigrator().up()).map((migration) => migration.name)
    } finally {
      await orm.close(true)
    }
  } finally {
    await lock.end()
  }
}
