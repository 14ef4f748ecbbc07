import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../../harness/migration.ts'

test('people who exist already count as people who have come', async () => {
  await beforeMigration('20261129124500-unclaimed-people', async ({ query, migrate }) => {
    await query("SET session_replication_role = 'replica'")
    await query(
      `INSERT INTO user_account (id, realm_id, email, delivery_email, full_name, role)
       VALUES (7, 1, 'a@b.test', 'a@b.test', 'Ada', 400)`,
    )
    await migrate()
    expect(await query('SELECT * FROM unclaimed_person')).toEqual([])
    expect(await query('SELECT id FROM user_account')).toEqual([{ id: 7 }])
  })
})
