import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../harness/migration.ts'

const INDEX = "SELECT indexdef FROM pg_indexes WHERE indexname = 'message_flag_read'"

test('the rows that say "read" then have an index, and all rows of flags stay', async () => {
  await beforeMigration('20261122122700-index-explicit-read-state', async (database) => {
    await database.query("SET session_replication_role = 'replica'") // The rows have no users and messages.
    await database.query(
      'INSERT INTO message_flag (user_id, message_id, bits) SELECT 1, n, n FROM generate_series(1, 15) n',
    )
    await database.migrate()
    expect(await database.query(INDEX)).toHaveLength(1)
    expect(await database.query('SELECT message_id AS id, bits FROM message_flag ORDER BY id')).toEqual(
      Array.from({ length: 15 }, (_, n) => ({ id: n + 1, bits: n + 1 })),
    )
  })
})
