import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../harness/migration.ts'

test('accounts begin without a Zoom account, and have at most one', async () => {
  await beforeMigration('20261128185000-zoom-accounts', async ({ query, migrate }) => {
    await query("SET session_replication_role = 'replica'")
    await query(
      `INSERT INTO user_account (id, realm_id, email, delivery_email, full_name, role)
       VALUES (1, 1, 'a@b.c', 'a@b.c', 'A', 400)`,
    )
    await migrate()
    expect(await query('SELECT * FROM zoom_account')).toEqual([])
    const insert = () => query("INSERT INTO zoom_account (user_id, tokens) VALUES (1, 'x')")
    await insert()
    await expect(insert()).rejects.toThrow(/zoom_account_pkey/)
  })
})
