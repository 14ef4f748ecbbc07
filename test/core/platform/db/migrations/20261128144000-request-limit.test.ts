import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../harness/migration.ts'

test('organizations have no request limit until an operator sets one', async () => {
  await beforeMigration('20261128144000-request-limit', async (database) => {
    await database.query(
      "INSERT INTO realm (id, subdomain, name, description) VALUES (7, 'seven', 'Seven', '')",
    )
    await database.migrate()
    expect(await database.query('SELECT max_requests_per_minute FROM realm')).toEqual([
      { max_requests_per_minute: null },
    ])
  })
})
