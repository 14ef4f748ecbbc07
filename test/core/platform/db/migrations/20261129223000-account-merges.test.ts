import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../harness/migration.ts'

test('no account is merged, and accounts stay', async () => {
  await beforeMigration('20261129223000-account-merges', async ({ query, migrate }) => {
    await query("SET session_replication_role = 'replica'")
    await query(
      `INSERT INTO user_account (id, realm_id, email, delivery_email, full_name, role) VALUES (7, 1, 'a@b.test', 'a@b.test', 'A', 400)`,
    )
    await migrate()
    expect(await query('SELECT * FROM account_merge')).toEqual([])
    expect(await query('SELECT id, merged_into_id FROM user_account')).toEqual([
      { id: 7, merged_into_id: null },
    ])
  })
})
