import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../harness/migration.ts'

test('resolved topics then have an index, and all topics stay', async () => {
  await beforeMigration('20261125130000-index-resolved-topics', async (database) => {
    await database.query("SET session_replication_role = 'replica'") // The topics have no channel.
    const topics = ['✔ done', '✔', 'open', '✔done']
    await database.query(
      'INSERT INTO conversation (realm_id, channel_id, topic, newest_message_id) SELECT 1, 1, topic, 0 FROM unnest($1::text[]) topic',
      [topics],
    )
    await database.migrate()
    expect(
      await database.query("SELECT indexdef FROM pg_indexes WHERE indexname = 'conversation_resolved'"),
    ).toHaveLength(1)
    expect(await database.query('SELECT topic FROM conversation ORDER BY id')).toEqual(
      topics.map((topic) => ({ topic })),
    )
  })
})
