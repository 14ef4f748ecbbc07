import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../harness/migration.ts'

test('the messages of channels that are archived become read, and no others', async () => {
  await beforeMigration('20261128112000-messages-read-by-archiving', async ({ query, migrate }) => {
    await query("SET session_replication_role = 'replica'") // The channels have no organization.
    for (const [realm, id] of [
      [1, 7],
      [1, 9],
      [2, 11],
    ]) {
      await query(
        `INSERT INTO message (id, realm_id, conversation_id, sender_id, client, content, rendered_content)
         VALUES (${id}, ${realm}, 1, 1, '', 'x', '<p>x</p>')`,
      )
    }
    await query(`INSERT INTO channel (id, realm_id, name, is_archived) VALUES
      (1, 1, 'open', false), (2, 1, 'archived', true), (3, 3, 'without messages', true)`)
    await migrate()
    expect(await query('SELECT id, read_to::int FROM channel ORDER BY id')).toEqual([
      { id: 1, read_to: 0 },
      { id: 2, read_to: 9 },
      { id: 3, read_to: 0 },
    ])
  })
})
