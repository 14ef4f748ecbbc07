import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../harness/migration.ts'

test('the indexes of conversations then have what decides on read state, and all messages stay', async () => {
  await beforeMigration('20261126080000-read-state-in-index-of-conversations', async (database) => {
    await database.query("SET session_replication_role = 'replica'") // The messages have no conversation.
    await database.query(
      `INSERT INTO message (id, realm_id, conversation_id, sender_id, client, content, rendered_content)
       SELECT n, 1, 1, 1, 'website', 'x', '<p>x</p>' FROM generate_series(1, 3) n`,
    )
    await database.migrate()
    expect(
      await database.query(
        "SELECT indexname, split_part(indexdef, 'btree ', 2) AS columns FROM pg_indexes WHERE indexname ~ '^message_(sender_)?conversation' ORDER BY 1",
      ),
    ).toEqual([
      { indexname: 'message_conversation', columns: '(conversation_id, id) INCLUDE (sender_id, bits)' },
      {
        indexname: 'message_sender_conversation',
        columns: '(sender_id, conversation_id, id) INCLUDE (bits)',
      },
    ])
    expect(await database.query('SELECT id FROM message')).toHaveLength(3)
  })
})
