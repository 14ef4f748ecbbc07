import { MikroORM } from '@mikro-orm/postgresql'
import pg from 'pg'
import { inject } from 'vitest'
import { migrations } from '../../core/platform/db/migrations/index.ts'
import { ormOptions } from '../../core/platform/db/orm.ts'
import { administer, databaseUrl } from './template.ts'

/** A database with the schema from before one migration. */
export interface DatabaseBefore {
  readonly url: string
  /** Runs one statement, and returns its rows. */
  query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>
  /** Runs the migration, and no later one. */
  migrate(): Promise<void>
}

/**
 * Calls `use` with a new database that has all migrations before the named one. The test of a migration inserts rows
 * as the former version wrote them, migrates, and checks the rows.
 */
export async function beforeMigration(
  name: string,
  use: (database: DatabaseBefore) => Promise<void>,
): Promise<void> {
  const index = migrations.findIndex((migration) => migration.name === name)
  if (index < 0) throw new Error(`there is no migration ${name}`)
  const cluster = inject('postgresUrl')
  const database = `test_migration_${name.split('-')[0]}`
  await administer(cluster, `CREATE DATABASE ${database}`)
  const url = databaseUrl(cluster, database)
  const client = new pg.Client({ connectionString: url })
  try {
    const former = migrations[index - 1]
    if (former !== undefined) await migrateTo(url, former.name)
    await client.connect()
    await use({
      url,
      query: async (sql, values) => (await client.query(sql, values as unknown[])).rows,
      migrate: () => migrateTo(url, name),
    })
  } finally {
    await client.end()
    await administer(cluster, `DROP DATABASE ${database}`)
  }
}

async function migrateTo(url: string, name: string): Promise<void> {
  const orm = await MikroORM.init(ormOptions({ url, poolSize: 1 }))
  try {
    await orm.getMigrator().up({ to: name })
  } finally {
    await orm.close(true)
  }
}
