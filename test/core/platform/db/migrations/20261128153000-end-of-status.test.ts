import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../harness/migration.ts'

test('a status that was set before does not end', async () => {
  await beforeMigration('20261128153000-end-of-status', async ({ query, migrate }) => {
    await query("SET session_replication_role = 'replica'")
    await query(`INSERT INTO user_status (user_id, realm_id, status_text) VALUES (1, 1, 'on stage')`)
    await migrate()
    expect(await query('SELECT status_text, clear_at FROM user_status')).toEqual([
      { status_text: 'on stage', clear_at: null },
    ])
  })
})
