import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../../harness/migration.ts'

test.each([
  [true, null],
  [false, 0],
])('a database with messages (%s) has to list their words again', async (hasMessages, left) => {
  await beforeMigration('20261129065000-word-rules', async ({ query, migrate }) => {
    await query("SET session_replication_role = 'replica'")
    if (hasMessages)
      await query(
        `INSERT INTO message (id, realm_id, conversation_id, sender_id, content, rendered_content, client)
         VALUES (1, 1, 1, 1, 'x', '<p>x</p>', '')`,
      )
    await migrate()
    const rows = await query<{ left: number | null }>('SELECT message_id::int AS left FROM word_rules')
    expect(rows).toEqual([{ left }])
  })
})
