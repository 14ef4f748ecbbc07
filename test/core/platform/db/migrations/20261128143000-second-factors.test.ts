import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../harness/migration.ts'

test('accounts begin without second factors', async () => {
  await beforeMigration('20261128143000-second-factors', async ({ query, migrate }) => {
    await query("SET session_replication_role = 'replica'")
    await query(
      `INSERT INTO user_account (id, realm_id, email, delivery_email, full_name, role)
       VALUES (1, 1, 'a@b.c', 'a@b.c', 'A', 400)`,
    )
    await migrate()
    expect(await query('SELECT id, has_authenticator, passkey_count FROM user_account')).toEqual([
      { id: 1, has_authenticator: false, passkey_count: 0 },
    ])
    for (const table of ['authenticator', 'recovery_code', 'passkey']) {
      expect(await query(`SELECT * FROM ${table}`)).toEqual([])
    }
  })
})
