import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../harness/migration.ts'

test('messages that arrived read then have an index, and all messages stay', async () => {
  await beforeMigration('20261125200000-index-messages-read-on-arrival', async (database) => {
    await database.query("SET session_replication_role = 'replica'") // The messages have no conversation.
    await database.query(
      `INSERT INTO message (id, realm_id, conversation_id, sender_id, client, content, rendered_content, bits)
       SELECT n, 1, 1, 1, 'website', 'x', '<p>x</p>', CASE WHEN n = 2 THEN 129 ELSE 1 END FROM generate_series(1, 3) n`,
    )
    await database.migrate()
    expect(
      await database.query("SELECT indexdef FROM pg_indexes WHERE indexname = 'message_arrives_read'"),
    ).toHaveLength(1)
    expect(await database.query('SELECT id FROM message WHERE bits & 128 <> 0')).toHaveLength(1)
    expect(await database.query('SELECT id FROM message')).toHaveLength(3)
  })
})
