import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../harness/migration.ts'

test('no organization is to be deleted until somebody says so', async () => {
  await beforeMigration('20261128181000-deletion-of-organizations', async (database) => {
    await database.query(
      "INSERT INTO realm (id, subdomain, name, description, is_deactivated) VALUES (7, 'seven', 'Seven', '', true)",
    )
    await database.migrate()
    expect(await database.query('SELECT deletion_date, is_deleting FROM realm')).toEqual([
      { deletion_date: null, is_deleting: false },
    ])
  })
})
