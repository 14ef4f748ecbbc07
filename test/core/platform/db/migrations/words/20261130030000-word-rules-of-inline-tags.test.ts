import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../../harness/migration.ts'

test.each([
  [true, 0, null],
  [true, null, null],
  [false, 0, 0],
])(
  'a database with messages (%s), of which %s is reached, has to list their words again',
  async (hasMessages, reached, left) => {
    await beforeMigration('20261130030000-word-rules-of-inline-tags', async ({ query, migrate }) => {
      await query("SET session_replication_role = 'replica'")
      if (hasMessages)
        await query(
          `INSERT INTO message (id, realm_id, conversation_id, sender_id, content, rendered_content, client)
         VALUES (1, 1, 1, 1, 'x', '<p>x</p>', '')`,
        )
      await query(`UPDATE word_rules SET message_id = ${reached}`)
      await migrate()
      const rows = await query<{ left: number | null }>(
        'SELECT number, message_id::int AS left FROM word_rules',
      )
      expect(rows).toEqual([{ number: 4, left }])
    })
  },
)
