import pg from 'pg'
import { expect, test } from 'vitest'
import { ConfigError } from '../../../../config/error.ts'
import { migrate } from '../../../../core/platform/db/migrate.ts'
import { migrations } from '../../../../core/platform/db/migrations/index.ts'
import { testServers } from '../../../harness/ask.ts'
import { administer, databaseUrl } from '../../../harness/template.ts'

test('ten processes that start at once migrate once', () =>
  withDatabase('test_migrate', async (url, client) => {
    const ran = await Promise.all(Array.from({ length: 10 }, () => migrate(url)))
    const names = migrations.map((migration) => migration.name)
    expect(ran.filter((applied) => applied.length > 0)).toEqual([names])
    expect(await migrate(url)).toEqual([])
    const { rows } = await client.query('SELECT name FROM mikro_orm_migrations ORDER BY id')
    expect(rows.map((row) => row.name)).toEqual(names)
  }))

test('a database from before the first release is refused with one line and not changed', () =>
  withDatabase('test_migrate_unreleased', async (url, client) => {
    await migrate(url)
    await client.query('TRUNCATE mikro_orm_migrations')
    await client.query(`INSERT INTO mikro_orm_migrations (name) VALUES ('0012b-search-windows')`)
    const error = await migrate(url).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ConfigError)
    expect((error as Error).message).toMatch(
      /^This database was made by Loquat before its first release.*delete the data/,
    )
    expect((error as Error).message).not.toContain('\n')
    const { rows } = await client.query('SELECT name FROM mikro_orm_migrations')
    expect(rows).toEqual([{ name: '0012b-search-windows' }])
  }))

async function withDatabase(
  name: string,
  use: (url: string, client: pg.Client) => Promise<void>,
): Promise<void> {
  const { postgresUrl: cluster } = await testServers()
  await administer(cluster, `CREATE DATABASE ${name}`)
  const url = databaseUrl(cluster, name)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await use(url, client)
  } finally {
    await client.end()
    await administer(cluster, `DROP DATABASE ${name}`)
  }
}
