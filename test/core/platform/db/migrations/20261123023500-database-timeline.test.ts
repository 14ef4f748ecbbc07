import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../harness/migration.ts'

test('no timeline is known until the first connection notes one', async () => {
  await beforeMigration('20261123023500-database-timeline', async (database) => {
    await database.migrate()
    expect(await database.query('SELECT * FROM database_timeline')).toEqual([])
    await database.query('INSERT INTO database_timeline VALUES (3)')
    await expect(database.query('INSERT INTO database_timeline VALUES (3)')).rejects.toThrow('pkey')
  })
})
