import { expect, test } from 'vitest'
import { ENTITIES } from '../../../../../core/entities.ts'
import { beforeMigration } from '../../../../harness/migration.ts'
import { readSchema } from '../../../../harness/schema.ts'

test('an empty database then has an empty table for every entity', async () => {
  await beforeMigration('20261122080000-initial-schema', async (database) => {
    expect((await readSchema(database.url)).tables).toEqual([])
    await database.migrate()
    const tables = (await readSchema(database.url)).tables.map((line) => line.split(' ')[0]!)
    expect(tables).toEqual(ENTITIES.map((entity) => entity.meta.tableName).sort())
    for (const table of tables) expect(await database.query(`SELECT FROM ${table}`)).toEqual([])
  })
})
