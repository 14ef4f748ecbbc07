import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { migrate } from '../../../../core/platform/db/migrate.ts'
import { migrations } from '../../../../core/platform/db/migrations/index.ts'
import { administer, databaseUrl } from '../../../harness/template.ts'

test('ten processes that start at once migrate once', async () => {
  const cluster = inject('postgresUrl')
  await administer(cluster, 'CREATE DATABASE test_migrate')
  const url = databaseUrl(cluster, 'test_migrate')
  const ran = await Promise.all(Array.from({ length: 10 }, () => migrate(url)))
  const names = migrations.map((migration) => migration.name)
  expect(ran.filter((one) => one.length > 0)).toEqual([names])
  expect(await migrate(url)).toEqual([])
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('SELECT name FROM mikro_orm_migrations ORDER BY id')
  await client.end()
  expect(rows.map((row) => row.name)).toEqual(names)
  await administer(cluster, 'DROP DATABASE test_migrate')
})
