import pg from 'pg'
import { migrations } from '../../core/platform/db/migrations/index.ts'
import { runMigrations } from '../../core/platform/db/run-migrations.ts'
import { testServers } from './ask.ts'
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
 * Calls `use` with a new database that has all migrations before the named one. The test of a migration
 * inserts rows as the former version wrote them, migrates, and checks the rows.
 */
export async function beforeMigration(
  name: string,
  use: (database: DatabaseBefore) => Promise<void>,
): Promise<void> {
  const index = migrations.findIndex((migration) => migration.name === name)
  if (index < 0) throw new Error(`there is no migration ${name}`)
  const { postgresUrl: cluster } = await testServers()
  const database = `test_migration_${name.split('-')[0]}`
  await administer(cluster, `CREATE DATABASE ${database}`)
  const url = databaseUrl(cluster, database)
  const client = new pg.Client({ connectionString: url })
  try {
    const former = migrations[index - 1]
    if (former !== undefined) await runMigrations({ url, poolSize: 1 }, former.name)
    await client.connect()
    await use({
      url,
      query: async (sql, values) => (await client.query(sql, values as unknown[])).rows,
      migrate: async () => {
        await runMigrations({ url, poolSize: 1 }, name)
      },
    })
  } finally {
    await client.end()
    await administer(cluster, `DROP DATABASE ${database}`)
  }
}
